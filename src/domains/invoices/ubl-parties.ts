// The parties of an e-invoice and the account to pay to.
import type { Buyer } from '../documents/document.ts';
import type { PostalAddress, Seller } from '../tenants/commercial.ts';
import { tag } from './ubl-xml.ts';

function addressOf(address: PostalAddress | null | undefined): string {
  const { line1, line2, city, postalCode, region, country } = address ?? {};
  const part = (name: string, value: string | null | undefined) => (value ? tag(name, value) : '');
  return tag(
    'cac:PostalAddress',
    part('cbc:StreetName', line1) +
      part('cbc:AdditionalStreetName', line2) +
      part('cbc:CityName', city) +
      part('cbc:PostalZone', postalCode) +
      part('cbc:CountrySubentity', region) +
      tag('cac:Country', tag('cbc:IdentificationCode', country ?? ''), true),
    true,
  );
}

function taxSchemeOf(taxId: string | null | undefined): string {
  return taxId
    ? tag(
        'cac:PartyTaxScheme',
        tag('cbc:CompanyID', taxId) + tag('cac:TaxScheme', tag('cbc:ID', 'VAT'), true),
        true,
      )
    : '';
}

/** Returns the seller. */
export function sellerOf(seller: Seller): string {
  const contact = [
    seller.phone && tag('cbc:Telephone', seller.phone),
    seller.email && tag('cbc:ElectronicMail', seller.email),
  ]
    .filter(Boolean)
    .join('');
  const legal =
    tag('cbc:RegistrationName', seller.legalName ?? seller.name) +
    (seller.registrationNumber ? tag('cbc:CompanyID', seller.registrationNumber) : '');
  return tag(
    'cac:Party',
    tag('cac:PartyName', tag('cbc:Name', seller.name), true) +
      addressOf(seller.address) +
      taxSchemeOf(seller.taxId) +
      tag('cac:PartyLegalEntity', legal, true) +
      (contact ? tag('cac:Contact', contact, true) : ''),
    true,
  );
}

/** Returns the buyer. */
export function buyerOf(buyer: Buyer): string {
  return tag(
    'cac:Party',
    addressOf(buyer.address) +
      taxSchemeOf(buyer.taxId) +
      tag('cac:PartyLegalEntity', tag('cbc:RegistrationName', buyer.name ?? ''), true) +
      (buyer.email ? tag('cac:Contact', tag('cbc:ElectronicMail', buyer.email), true) : ''),
    true,
  );
}

/** Returns the account of the seller; nothing without one. */
export function paymentOf({ bank }: Seller): string {
  if (!bank?.iban) return '';
  const account =
    tag('cbc:ID', bank.iban.replaceAll(' ', '')) +
    (bank.bic ? tag('cac:FinancialInstitutionBranch', tag('cbc:ID', bank.bic), true) : '');
  return tag(
    'cac:PaymentMeans',
    tag('cbc:PaymentMeansCode', '58') + tag('cac:PayeeFinancialAccount', account, true),
    true,
  );
}
