// The directive `@access` as an object: the access that a field requires.
import { argumentsOf, directive } from '../sdl/directives.ts';
import type { RiskClass } from './automation-policy.ts';

type Principals = 'public' | 'ingress' | 'user' | 'tenant' | 'admin' | 'operator';
export type Risk = 'read' | 'write' | 'risky';

/** The access that a field requires, from `@access`. Names are those of the specification, in lower case. */
export interface Access {
  module: string;
  permission?: string;
  scope?: string;
  /** Any one of these is enough. */
  anyScope?: string[];
  principals: Principals;
  risk: Risk;
  /** The risk class of a risky call, where it does not follow from module and permission. */
  riskClass?: RiskClass;
  /** Some arguments require a fresh session; the service of the operation checks it. */
  freshByArguments?: true;
  /** Only some arguments make a call risky; the service raises the risk. */
  riskByArguments?: true;
  /** The call must send the version of the record that it changes. */
  requiresVersion?: true;
}

/** Returns the `@access` of a root field or record type, or undefined. */
export function accessOf(
  carrier: Parameters<typeof directive>[0],
  kind: 'query' | 'mutation',
): Access | undefined {
  const use = directive(carrier, 'access');
  if (!use) return undefined;
  const given = argumentsOf(use) as Record<string, string | undefined> & {
    anyScope?: string[];
    freshByArguments?: boolean;
    riskByArguments?: boolean;
    requiresVersion?: boolean;
  };
  return {
    module: given.module!.toLowerCase(),
    ...(given.permission && { permission: given.permission }),
    ...(given.scope && { scope: given.scope }),
    ...(given.anyScope && { anyScope: given.anyScope }),
    principals: (given.principals ?? 'TENANT').toLowerCase() as Principals,
    ...(given.riskClass && { riskClass: given.riskClass.toLowerCase() as RiskClass }),
    risk: (given.risk ?? (kind === 'query' ? 'READ' : 'WRITE')).toLowerCase() as Risk,
    ...(given.freshByArguments && { freshByArguments: true }),
    ...(given.riskByArguments && { riskByArguments: true }),
    ...(given.requiresVersion && { requiresVersion: true }),
  };
}
