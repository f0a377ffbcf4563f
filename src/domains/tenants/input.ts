// What an admin may write of the workspace, and what would lock them out of it (platform.md section 5).
import { containsAddress, readAddressList } from '../../access/addresses.ts';
import { ALWAYS_ON } from '../../access/check.ts';
import { SECOND_FACTORS } from '../../access/entry.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { readRanges } from '../api-access/input.ts';
import { readLocale, readTimeZone } from '../locales.ts';
import { assertCurrency } from '../money.ts';
import type { SecuritySettings, TenantRow } from './model.ts';

/** What a caller may write; absent leaves alone, null means the default. */
export interface SettingsInput {
  name?: string | null;
  locale?: string | null;
  timeZone?: string | null;
  currency?: string | null;
  country?: string | null;
  dateFormat?: string | null;
  logoUrl?: string | null;
  modules?: Record<string, unknown> | null;
  security?: { [Setting in keyof SecuritySettings]?: SecuritySettings[Setting] | null } | null;
}

/** Columns of tenants from an input. @throws VALIDATION_ERROR */
export async function readSettings(
  ctx: TenantContext,
  input: SettingsInput,
  before: TenantRow,
): Promise<Partial<TenantRow>> {
  const columns: Partial<TenantRow> = {};
  if (input.name !== undefined) columns.name = readName(input.name);
  if (input.locale !== undefined) columns.locale = readLocale(required(input.locale, 'locale'), 'locale');
  if (input.timeZone !== undefined)
    columns.time_zone = readTimeZone(required(input.timeZone, 'time_zone'), 'time_zone');
  if (input.currency !== undefined) {
    columns.currency = required(input.currency, 'currency');
    assertCurrency(columns.currency, 'currency');
  }
  if (input.country !== undefined) columns.country = required(input.country, 'country');
  if (input.dateFormat !== undefined) columns.date_format = required(input.dateFormat, 'date_format');
  if (input.logoUrl !== undefined) columns.logo_url = input.logoUrl && readUrl(input.logoUrl);
  if (input.modules) columns.modules = { ...before.modules, ...readModules(input.modules) };
  return { ...columns, ...(await readSecurity(ctx, input.security ?? {}, before)) };
}

async function readSecurity(
  ctx: TenantContext,
  security: NonNullable<SettingsInput['security']>,
  before: TenantRow,
): Promise<Partial<TenantRow>> {
  const columns: Partial<TenantRow> = {};
  if (security.requireMfa !== undefined) {
    columns.require_mfa = security.requireMfa ?? false;
    if (columns.require_mfa && !before.require_mfa) await assertSecondFactor(ctx);
  }
  if (security.sessionIdleMinutes !== undefined) columns.session_idle_minutes = security.sessionIdleMinutes;
  if (security.allowedOrigins !== undefined)
    columns.allowed_origins = readOrigins(security.allowedOrigins ?? []);
  if (security.ipAllowlist !== undefined) {
    columns.ip_allowlist = readRanges(security.ipAllowlist ?? [], 'security.ip_allowlist');
    assertIncludesCaller(columns.ip_allowlist, ctx.ip);
  }
  if (security.requireIfMatch !== undefined) columns.require_if_match = security.requireIfMatch ?? false;
  if (security.allowSupportAccess !== undefined)
    columns.allow_support_access = security.allowSupportAccess ?? true;
  return columns;
}

function readName(name: string | null): string {
  return required(name?.replace(/\s+/gu, ' ').trim(), 'name');
}

function required(value: string | null | undefined, path: string): string {
  if (!value)
    throw invalid(path, 'required', `A workspace has a value here; give one, or leave ${path} out.`);
  return value;
}

function readUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return new URL(text).href;
  throw invalid('logo_url', 'url', 'Give a URL that begins with https://.');
}

function readModules(given: Record<string, unknown>): Record<string, boolean> {
  const known = declaredAccess().modules;
  const fields: FieldFault[] = Object.entries(given).flatMap(([module, on]) => {
    const fault = (rule: string, message: string) => [
      { path: `modules.${module.slice(0, 60)}`, rule, message },
    ];
    if (!known.includes(module)) return fault('exists', 'There is no such module.');
    if (typeof on !== 'boolean') return fault('type', 'Give true or false.');
    if (!on && ALWAYS_ON.has(module)) return fault('always_on', 'This module cannot be switched off.');
    return [];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return given as Record<string, boolean>;
}

/** Origins as browsers send them: scheme, host and port, nothing else; without TLS only on the own machine. */
function readOrigins(given: readonly string[]): string[] {
  const fields: FieldFault[] = [];
  const origins = given.map((text, index) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isOrigin = url && [url.origin, url.href].includes(text) && url.href === `${url.origin}/`;
    const isSafe =
      url?.protocol === 'https:' ||
      (url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
    if (isOrigin && isSafe) return url.origin;
    const message = 'Give an origin such as https://crm.example.com, without a path.';
    fields.push({ path: `security.allowed_origins[${index}]`, rule: 'origin', message });
    return '';
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return [...new Set(origins)];
}

/** Nobody locks themselves out. @throws VALIDATION_ERROR excludes_caller */
function assertIncludesCaller(ranges: readonly string[], ip: string | undefined): void {
  if (ranges.length === 0 || (ip && containsAddress(readAddressList(ranges), ip))) return;
  const message = `The list does not hold your own address, ${ip}; add it, or you are locked out.`;
  throw invalid('security.ip_allowlist', 'excludes_caller', message);
}

/** @throws VALIDATION_ERROR excludes_caller unless the caller signed in with a second factor */
async function assertSecondFactor({ db, principal }: TenantContext): Promise<void> {
  const session = await db('sessions').where({ id: principal.sessionId! }).first('amr');
  if (session?.amr.some((method: string) => SECOND_FACTORS.includes(method))) return;
  const message = 'Sign in with a second factor first, or you are locked out.';
  throw invalid('security.require_mfa', 'excludes_caller', message);
}
