// What an admin may write of the workspace, and what would lock them out of it (platform.md section 5).
import { containsAddress, readAddressList } from '../../access/addresses.ts';
import { ALWAYS_ON } from '../../access/check.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { SECOND_FACTORS } from '../../access/second-factor.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { readRanges } from '../api-access/input.ts';
import { readLocale, readTimeZone } from '../locales.ts';
import { assertCurrency } from '../money.ts';
import { type CommercialInput, readCommercial } from './commercial.ts';
import { type DeliveryInput, readDelivery } from './delivery.ts';
import type { SecuritySettings, TenantRow } from './model.ts';
import { type ProfileInput, readProfile } from './profile.ts';

/** The settings that a caller can change; absent fields stay unchanged, null means the default. */
export interface SettingsInput {
  name?: string | null;
  locale?: string | null;
  timeZone?: string | null;
  currency?: string | null;
  country?: string | null;
  dateFormat?: string | null;
  logoUrl?: string | null;
  modules?: Record<string, unknown> | null;
  commercial?: CommercialInput | null;
  delivery?: DeliveryInput | null;
  imports?: { fourEyes?: boolean | null } | null;
  profile?: ProfileInput | null;
  security?: { [Setting in keyof SecuritySettings]?: SecuritySettings[Setting] | null } | null;
}

/** Validates the input and returns the changed columns of tenants. @throws VALIDATION_ERROR */
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
  if (input.modules) {
    const isOn = (module: string) => before.modules[module] !== false;
    const switched = Object.entries(readModules(input.modules)).filter(([module, on]) => on !== isOn(module));
    columns.modules = { ...before.modules, ...Object.fromEntries(switched) };
  }
  if (input.commercial)
    columns.commercial = readCommercial(
      input.commercial,
      before.commercial,
      columns.currency ?? before.currency,
    );
  if (input.delivery)
    columns.delivery = readDelivery(input.delivery, before.delivery, columns.currency ?? before.currency);
  if (input.imports?.fourEyes !== undefined) columns.imports_four_eyes = input.imports.fourEyes ?? false;
  if (input.profile) columns.profile = readProfile(input.profile, before.profile);
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
    throw invalid(path, 'required', `This setting cannot be cleared; send a value, or leave ${path} out.`);
  return value;
}

function readUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return new URL(text).href;
  throw invalid('logo_url', 'url', 'Send a URL that begins with https://.');
}

/** Validates switches of modules. @throws VALIDATION_ERROR */
export function readModules(input: Record<string, unknown>): Record<string, boolean> {
  const knownModules = declaredAccess().modules;
  const fields: FieldFault[] = Object.entries(input).flatMap(([module, on]) => {
    const fault = (rule: string, message: string) => [
      { path: `modules.${module.slice(0, 60)}`, rule, message },
    ];
    if (!knownModules.includes(module))
      return fault('exists', 'There is no module with this name; see GET /api/roles/permissions.');
    if (typeof on !== 'boolean') return fault('type', 'Send true or false.');
    if (!on && ALWAYS_ON.has(module)) return fault('always_on', 'This module cannot be switched off.');
    return [];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return input as Record<string, boolean>;
}

/** Validates origins as browsers send them: scheme, host and port; http only for localhost. */
function readOrigins(input: readonly string[]): string[] {
  const fields: FieldFault[] = [];
  const origins = input.map((text, index) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isOrigin = url && [url.origin, url.href].includes(text) && url.href === `${url.origin}/`;
    const isSafe =
      url?.protocol === 'https:' ||
      (url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
    if (isOrigin && isSafe) return url.origin;
    const message = 'Send an origin such as https://crm.example.com, without a path.';
    fields.push({ path: `security.allowed_origins[${index}]`, rule: 'origin', message });
    return '';
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return [...new Set(origins)];
}

/** Refuses an allowlist without the caller's own address. @throws VALIDATION_ERROR excludes_caller */
function assertIncludesCaller(ranges: readonly string[], ip: string | undefined): void {
  if (ranges.length === 0 || (ip && containsAddress(readAddressList(ranges), ip))) return;
  const message = `The list does not include your own address ${ip}; add it, or you would be locked out.`;
  throw invalid('security.ip_allowlist', 'excludes_caller', message);
}

/** Refuses to require a second factor unless the caller used one. @throws VALIDATION_ERROR excludes_caller */
async function assertSecondFactor({ db, principal }: TenantContext): Promise<void> {
  const session = await db('sessions').where({ id: principal.sessionId! }).first('amr');
  if (session?.amr.some((method: string) => SECOND_FACTORS.includes(method))) return;
  const message = 'Sign in with a second factor first, or you would be locked out.';
  throw invalid('security.require_mfa', 'excludes_caller', message);
}
