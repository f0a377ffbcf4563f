// Custom fields of a demo workspace on companies and deals, and their values.
import type { CompanyRow, Row } from './companies.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

/** A record that gets values. */
type TargetRecord = Row & { id: string; created_at: Date };

interface DemoField {
  entity: 'companies' | 'deals';
  key: string;
  label: string;
  type: string;
  options?: readonly string[];
  rules?: object;
  unique?: true;
  classification?: string;
  /** The share of records that have a value. */
  share: number;
  draw(random: Random, record: TargetRecord): unknown;
}

const TIERS = ['gold', 'silver', 'bronze'];
const CHANNELS = ['edi', 'portal', 'email', 'phone'];
const MOTIVES = [
  'Knows our founder from university.',
  'Wants a partner, not a vendor.',
  'Burnt by the former supplier.',
];

const FIELDS: readonly DemoField[] = [
  {
    ...{ entity: 'companies', key: 'tier', label: 'Tier', type: 'select', options: TIERS },
    share: 0.7,
    draw: (random) => random.weighted({ gold: 1, silver: 3, bronze: 6 }),
  },
  {
    ...{
      entity: 'companies',
      key: 'order_channels',
      label: 'Order channels',
      type: 'multi_select',
      options: CHANNELS,
    },
    share: 0.5,
    draw: (random) => random.some(CHANNELS, 2),
  },
  {
    ...{ entity: 'companies', key: 'credit_score', label: 'Credit score', type: 'integer' },
    rules: { min: 100, max: 600 },
    share: 0.6,
    draw: (random) => random.int(100, 600),
  },
  {
    ...{ entity: 'companies', key: 'debtor_number', label: 'Debtor number', type: 'text', unique: true },
    rules: { pattern: '^D-[0-9]{6}$' },
    share: 0.4,
    // Derived from the id, so that values are mostly distinct.
    draw: (_, { id }) => `D-${String(Number.parseInt(id.slice(-8), 16) % 1_000_000).padStart(6, '0')}`,
  },
  {
    ...{ entity: 'companies', key: 'why_us', label: 'Why they chose us', type: 'long_text' },
    classification: 'restricted_relationship',
    share: 0.1,
    draw: (random) => random.pick(MOTIVES),
  },
  {
    ...{ entity: 'deals', key: 'budget_approved_on', label: 'Budget approved on', type: 'date' },
    share: 0.4,
    draw: (_, { created_at }) => created_at.toISOString().slice(0, 10),
  },
  {
    ...{ entity: 'deals', key: 'implementation_cost', label: 'Implementation cost', type: 'currency' },
    share: 0.3,
    draw: (random, { currency }) => ({ amount: `${random.int(2, 80) * 500}.00`, currency }),
  },
];

/** Sets values on records before they are inserted. @returns the rows of the definitions */
export function drawCustomFields(
  random: Random,
  { tenantId, people }: Staff,
  records: { companies: CompanyRow[]; deals: TargetRecord[] },
  at: Date,
): Row[] {
  const author = actor(people.find(({ roleKey }) => roleKey === 'admin')!);
  return FIELDS.map((field, index) => {
    const used = new Set<unknown>();
    for (const record of records[field.entity] as TargetRecord[]) {
      if (!random.chance(field.share)) continue;
      const value = field.draw(random, record);
      if (field.unique && used.has(value)) continue;
      used.add(value);
      record.custom_fields = { ...(record.custom_fields as object), [field.key]: value };
    }
    return {
      tenant_id: tenantId,
      id: random.id(at),
      ...{ entity: field.entity, key: field.key, label: field.label, type: field.type },
      ...{ required: false, is_unique: field.unique ?? false },
      options: (field.options ?? []).map((key) => ({
        key,
        label: labelOf(key),
        color: null,
        archived: false,
      })),
      rules: field.rules ?? {},
      classification: field.classification ?? 'ordinary_crm',
      position: index + 1,
      ...{ created_at: at, updated_at: at, created_by: author, updated_by: author },
    };
  });
}

function labelOf(key: string): string {
  return key === 'edi' ? 'EDI' : `${key[0]!.toUpperCase()}${key.slice(1)}`;
}
