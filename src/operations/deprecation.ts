// Operations that are on their way out: announced in headers, then gone (platform.md §3, RFC 9745, RFC 8594).
import type { GraphQLArgument, GraphQLField, GraphQLInputField } from 'graphql';
import { ServiceError } from '../errors.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';

/** How long an operation is still served after its end was announced. */
const NOTICE = 365 * 24 * 3600 * 1000;

export interface Deprecation {
  /** What to use instead. */
  reason: string;
  since: Date;
  /** From then on the operation is gone. */
  sunset: Date;
  link: string;
}

type Carrier = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** What `@deprecated` and `@sunset` say of a root field, which needs both. `stop` tells of a contradiction. */
export function deprecationOf(
  field: GraphQLField<unknown, unknown>,
  stop: (fault: string) => never,
): Deprecation | undefined {
  if (!directive(field, 'sunset') && field.deprecationReason)
    stop('needs both @deprecated and @sunset, or neither');
  return sunsetOf(field, stop);
}

/** The same of any field or input; one that is deprecated without a date stays. */
export function sunsetOf(carrier: Carrier, stop: (fault: string) => never): Deprecation | undefined {
  const use = directive(carrier, 'sunset');
  if (!use) return undefined;
  if (!carrier.deprecationReason) stop('needs both @deprecated and @sunset, or neither');
  const { since, on, link } = argumentsOf(use) as Record<string, string>;
  const [from, sunset] = [new Date(since!), new Date(on!)];
  if (!(sunset.getTime() - from.getTime() >= NOTICE)) stop('must be announced a year before its sunset');
  return { reason: carrier.deprecationReason!, since: from, sunset, link: link! };
}

/** What an answer of the operation announces. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${since.getTime() / 1000}`,
    sunset: sunset.toUTCString(),
    link: `<${link}>; rel="deprecation"`,
  };
}

/** The refusal of an operation after its sunset, or undefined. */
export function sunsetRefusal(deprecation: Deprecation | undefined, now: Date): ServiceError | undefined {
  if (!deprecation || now < deprecation.sunset) return undefined;
  return new ServiceError('GONE', `This operation is gone: ${deprecation.reason}`, {
    details: { sunset: deprecation.sunset.toISOString(), link: deprecation.link },
  });
}
