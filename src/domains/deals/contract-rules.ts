// Pure rules of the contract structure of a won deal: required fields and contradictions.
import { invalid } from '../../errors.ts';

export interface ContractStructure {
  contractModel: string | null;
  billingFrequency: string | null;
  pricingBasis: string | null;
  revenueRecognition: string | null;
  valueBasis: string | null;
  hasOverages: boolean | null;
  includesPassThroughCosts: boolean | null;
  unitLabel: string | null;
  unitPrice: string | null;
  unitQuantity: string | null;
  termLength: number | null;
  termUnit: string | null;
  termStartOn: string | null;
  termEndOn: string | null;
  autoRenews: boolean | null;
  renewalNoticeDays: number | null;
  overageRate: string | null;
}

type Field = keyof ContractStructure;

const REQUIRED: readonly Field[] = [
  'contractModel',
  'billingFrequency',
  'pricingBasis',
  'revenueRecognition',
  'valueBasis',
  'hasOverages',
  'includesPassThroughCosts',
];

/** All fields of the structure, which PUT replaces together. */
export const CONTRACT_FIELDS: readonly Field[] = [
  ...REQUIRED,
  'unitLabel',
  'unitPrice',
  'unitQuantity',
  'termLength',
  'termUnit',
  'termStartOn',
  'termEndOn',
  'autoRenews',
  'renewalNoticeDays',
  'overageRate',
];

/** Fields that are required depending on others (crm.md section 6, Contract structure). */
const CONDITIONAL: readonly { when: (deal: ContractStructure) => boolean; fields: readonly Field[] }[] = [
  {
    when: ({ pricingBasis }) => ['per_hour', 'per_day', 'per_unit', 'per_seat'].includes(pricingBasis ?? ''),
    fields: ['unitLabel', 'unitPrice'],
  },
  {
    when: ({ contractModel }) => ['retainer', 'subscription'].includes(contractModel ?? ''),
    fields: ['termLength', 'termUnit'],
  },
  { when: ({ hasOverages }) => hasOverages === true, fields: ['overageRate'] },
];

/** Contradictions between fields. They cause a warning, never an error (crm.md section 6). */
const CONTRADICTIONS: readonly {
  when: (deal: ContractStructure) => boolean;
  fields: readonly string[];
  message: string;
}[] = [
  {
    when: ({ contractModel, billingFrequency }) =>
      contractModel === 'milestone' &&
      billingFrequency !== null &&
      !['per_milestone', 'one_time', 'on_completion'].includes(billingFrequency),
    fields: ['contract_model', 'billing_frequency'],
    message: 'A milestone contract is billed per milestone, once or on completion.',
  },
  {
    when: ({ contractModel, revenueRecognition }) =>
      contractModel === 'subscription' && revenueRecognition === 'point_in_time',
    fields: ['contract_model', 'revenue_recognition'],
    message: 'The revenue of a subscription is not recognized at a point in time.',
  },
  {
    when: ({ contractModel, pricingBasis }) => contractModel === 'usage_based' && pricingBasis === 'flat_fee',
    fields: ['contract_model', 'pricing_basis'],
    message: 'A usage-based contract cannot have a flat fee.',
  },
  {
    when: ({ valueBasis, billingFrequency }) =>
      ['annual', 'monthly'].includes(valueBasis ?? '') && billingFrequency === 'one_time',
    fields: ['value_basis', 'billing_frequency'],
    message: 'A yearly or monthly value contradicts one-time billing.',
  },
];

export interface ContractWarning {
  code: 'CONTRACT_STRUCTURE_INCOMPLETE';
  missing: string[];
  inconsistent: { fields: readonly string[]; message: string }[];
  message: string;
}

/** Returns a warning if a won deal lacks fields for its hand-off; null otherwise (service.md 2.9). */
export function contractWarning(deal: ContractStructure & { status: string }): ContractWarning | null {
  if (deal.status !== 'won') return null;
  const required = [...REQUIRED, ...CONDITIONAL.flatMap(({ when, fields }) => (when(deal) ? fields : []))];
  const missing = required.filter((field) => deal[field] === null).map(wireName);
  if (missing.length === 0) return null;
  return {
    code: 'CONTRACT_STRUCTURE_INCOMPLETE',
    missing,
    inconsistent: CONTRADICTIONS.filter(({ when }) => when(deal)).map(({ fields, message }) => ({
      fields,
      message,
    })),
    message: `The contract structure lacks ${missing.join(', ')}, which delivery and finance need.`,
  };
}

function wireName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Throws for a term that ends before it starts, and for negative amounts. @throws VALIDATION_ERROR */
export function assertStructure(deal: Partial<ContractStructure>): void {
  for (const field of ['unitPrice', 'unitQuantity', 'overageRate'] as const) {
    if (deal[field]?.startsWith('-')) throw invalid(wireName(field), 'minimum', 'Give 0 or more.');
    if (/\.\d{4}0*[1-9]/.test(deal[field] ?? ''))
      throw invalid(wireName(field), 'decimal_format', 'Give at most 4 digits behind the point.');
  }
  const { termStartOn, termEndOn } = deal;
  if (termStartOn && termEndOn && termEndOn < termStartOn) {
    throw invalid('term_end_on', 'invalid_range', 'The term must not end before it starts.', {
      reason: 'invalid_range',
    });
  }
}

/** Formats a stored rate or quantity for a response, without trailing zeros. */
export function trimZeros(amount: string | null): string | null {
  return amount?.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
