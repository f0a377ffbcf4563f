// The parties of an e-invoice and the account to pay to.
import { isCountry } from '../../operations/countries.ts';
import type { Buyer } from '../documents/document.ts';
import type { PostalAddress, Seller } from '../tenants/commercial.ts';
import type { Invoice } from './model.ts';
import { element, optional, tag } from './ubl-xml.ts';

function addressOf(address: PostalAddress | null | undefined): string {
  const { line1, line2, city, postalCode, region, country } = address ?? {};
  return element(
    'cac:PostalAddress',
    optional('cbc:StreetName', line1),
    optional('cbc:AdditionalStreetName', line2),
    optional('cbc:CityName', city),
    optional('cbc:PostalZone', postalCode),
    optional('cbc:CountrySubentity', region),
    element('cac:Country', tag('cbc:IdentificationCode', country ?? '')),
  );
}

/** Returns whether a tax identifier is one of VAT, which begins with a country (EL for Greece, XI for Northern Ireland). */
function isVatId(taxId: string): boolean {
  const prefix = taxId.slice(0, 2);
  return /^[A-Z]{2}$/.test(prefix) && (isCountry(prefix) || prefix === 'EL' || prefix === 'XI');
}

function taxSchemeOf(taxId: string, scheme: 'VAT' | 'TAX'): string {
  return element(
    'cac:PartyTaxScheme',
    tag('cbc:CompanyID', taxId),
    element('cac:TaxScheme', tag('cbc:ID', scheme)),
  );
}

function endpointOf(email: string | null | undefined): string {
  return email ? tag('cbc:EndpointID', email, false, ' schemeID="EM"') : '';
}

/**
 * Returns the seller. A tax identifier that is not one of VAT, or of a document that is not subject to VAT, is a tax registration
 * and identifies the seller.
 */
export function sellerOf(seller: Seller, isUntaxed: boolean): string {
  const { name, legalName, taxId, registrationNumber, phone, email } = seller;
  const isVat = !!taxId && isVatId(taxId) && !isUntaxed;
  return element(
    'cac:Party',
    endpointOf(email),
    isVat ? '' : element('cac:PartyIdentification', optional('cbc:ID', taxId)),
    element('cac:PartyName', tag('cbc:Name', name)),
    addressOf(seller.address),
    taxId ? taxSchemeOf(taxId, isVat ? 'VAT' : 'TAX') : '',
    element(
      'cac:PartyLegalEntity',
      tag('cbc:RegistrationName', legalName ?? name),
      optional('cbc:CompanyID', registrationNumber),
    ),
    element('cac:Contact', optional('cbc:Telephone', phone), optional('cbc:ElectronicMail', email)),
  );
}

/** Returns the buyer. An identifier that is not one of VAT, or that may not stand as one, is that of the company. */
export function buyerOf({ name, address, taxId, email }: Buyer, isUntaxed: boolean): string {
  const isVat = !!taxId && isVatId(taxId) && !isUntaxed;
  return element(
    'cac:Party',
    endpointOf(email),
    addressOf(address),
    isVat ? taxSchemeOf(taxId, 'VAT') : '',
    element(
      'cac:PartyLegalEntity',
      tag('cbc:RegistrationName', name ?? ''),
      isVat ? '' : optional('cbc:CompanyID', taxId),
    ),
    element('cac:Contact', optional('cbc:ElectronicMail', email)),
  );
}

/** Codes of UNCL4461: a SEPA credit transfer, and any other. */
const TRANSFER = { EUR: '58', other: '30' };

/** Returns the account of the seller; nothing without one. */
export function paymentOf({ seller, currency, number }: Invoice): string {
  const { iban, bic } = seller?.bank ?? {};
  if (!iban) return '';
  return element(
    'cac:PaymentMeans',
    tag('cbc:PaymentMeansCode', currency === 'EUR' ? TRANSFER.EUR : TRANSFER.other),
    tag('cbc:PaymentID', number!),
    element(
      'cac:PayeeFinancialAccount',
      tag('cbc:ID', iban.replaceAll(' ', '')),
      element('cac:FinancialInstitutionBranch', optional('cbc:ID', bic)),
    ),
  );
}
