// The two workspaces of the demo: their settings, people and numbers of records.

export type RoleKey = 'owner' | 'admin' | 'manager' | 'member' | 'viewer';

/** The roles of the people in each workspace whom `npm run demo` signs in. */
export const ROLES: readonly RoleKey[] = ['owner', 'admin', 'manager', 'member', 'viewer'];

/** The public password of all demo users: anybody can sign in to a reachable server that has the demo. */
export const PASSWORD = 'welcome to the demo';

export interface DemoPerson {
  email: string;
  name: string;
  roleKey: RoleKey;
}

export interface DemoWorkspace {
  slug: string;
  name: string;
  locale: string;
  timeZone: string;
  currency: string;
  country: string;
  /** Whether agents may change records. */
  automation: boolean;
  people: readonly DemoPerson[];
  /** Numbers of records. */
  companies: number;
  contacts: number;
  notes: number;
  trade: 'wholesale' | 'studio';
  /** Weights of the countries of its companies. */
  markets: Readonly<Record<string, number>>;
}

export const WORKSPACES: readonly DemoWorkspace[] = [
  {
    slug: 'speicherkai',
    name: 'Speicherkai Software GmbH',
    locale: 'de',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    country: 'DE',
    automation: true,
    people: [
      { email: 'owner@speicherkai.example', name: 'Henrike Ostermoor', roleKey: 'owner' },
      { email: 'admin@speicherkai.example', name: 'Tilo Brandenbusch', roleKey: 'admin' },
      { email: 'manager@speicherkai.example', name: 'Marit Feddersen', roleKey: 'manager' },
      { email: 'member@speicherkai.example', name: 'Jonas Kaltwasser', roleKey: 'member' },
      { email: 'viewer@speicherkai.example', name: 'Selma Ockenfels', roleKey: 'viewer' },
      { email: 'amira@speicherkai.example', name: 'Amira Hollstein', roleKey: 'member' },
      { email: 'bastian@speicherkai.example', name: 'Bastian Wulfers', roleKey: 'member' },
      { email: 'chiara@speicherkai.example', name: 'Chiara Lindemuth', roleKey: 'member' },
    ],
    companies: 300,
    contacts: 750,
    notes: 1000,
    trade: 'wholesale',
    markets: { DE: 52, AT: 9, CH: 8, NL: 9, FR: 7, IT: 5, SE: 4, GB: 4, US: 2 },
  },
  {
    slug: 'halvmane',
    name: 'Studio Halvmåne AB',
    locale: 'sv',
    timeZone: 'Europe/Stockholm',
    currency: 'SEK',
    country: 'SE',
    automation: false,
    people: [
      { email: 'owner@halvmane.example', name: 'Ylva Stensjö', roleKey: 'owner' },
      { email: 'admin@halvmane.example', name: 'Otto Granlund', roleKey: 'admin' },
      { email: 'manager@halvmane.example', name: 'Nadia Ek', roleKey: 'manager' },
      { email: 'member@halvmane.example', name: 'Linus Marklöv', roleKey: 'member' },
      { email: 'viewer@halvmane.example', name: 'Freja Ahlbom', roleKey: 'viewer' },
    ],
    companies: 60,
    contacts: 150,
    notes: 200,
    trade: 'studio',
    markets: { SE: 60, DE: 15, GB: 12, NL: 8, US: 5 },
  },
];
