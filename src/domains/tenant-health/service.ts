// The health of a workspace as one caller may see it, today and in its history.
import { LRUCache } from 'lru-cache';
import { type SkippedSection, sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { bandOfComponents, type HealthBand, roundHalfUp } from '../health-bands.ts';
import { roundMoney } from '../money.ts';
import { CHECKS, type HealthCheck } from './checks.ts';
import { type HealthFigures, readFigures } from './figures.ts';
import { TenantHealthSnapshot } from './model.ts';
import { COMPONENTS, type ComponentKey, type ComponentRule, sampleSizeOf, scoreOf } from './rules.ts';

export interface HealthComponent {
  key: ComponentKey;
  /** 0 to 100, with one decimal place. */
  score: number;
  weight: number;
  sampleSize: number;
  inputs: Record<string, number | string>;
}

interface SkippedComponent {
  component: ComponentKey;
  reason: SkippedSection['reason'] | 'NO_DATA';
}

/** The health as one caller may see it. */
interface HealthView {
  score: number | null;
  band: HealthBand;
  partial: boolean;
  components: HealthComponent[];
  skipped: SkippedComponent[];
}

export interface TenantHealth extends HealthView {
  computedAt: Date;
  checks: (HealthCheck & { count: number })[];
}

const CACHED_FOR_MS = 300_000;
/** A trend line of all kept days fits on one page. */
const MAX_PAGE_SIZE = 400;

/** The figures of workspaces, which do not depend on the caller. */
const figuresByTenant = new LRUCache<string, { computedAt: Date; figures: HealthFigures }>({ max: 5_000 });

/** Returns the health of the workspace, without the components that the caller may not read. */
export async function getTenantHealth(ctx: TenantContext): Promise<TenantHealth> {
  const { computedAt, figures } = await currentFigures(ctx);
  const checks = CHECKS.flatMap(({ lists, count, ...check }) => {
    const found = count(figures);
    return found > 0 && !refusalOf(ctx, check.key, lists) ? [{ ...check, count: found }] : [];
  });
  return { ...viewOf(ctx, figures), computedAt, checks };
}

async function currentFigures(ctx: TenantContext): Promise<{ computedAt: Date; figures: HealthFigures }> {
  const cached = figuresByTenant.get(ctx.tenantId);
  const age = cached ? ctx.now.getTime() - cached.computedAt.getTime() : -1;
  if (cached && age >= 0 && age < CACHED_FOR_MS) return cached;
  const fresh = { computedAt: ctx.now, figures: await readFigures(ctx, ctx.principal.timeZone) };
  figuresByTenant.set(ctx.tenantId, fresh);
  return fresh;
}

/** Returns a page of the daily snapshots, the newest first, each as the caller may see it. */
export async function listHealthHistory(
  ctx: TenantContext,
  args: ListArguments,
): Promise<PageOf<TenantHealthSnapshot>> {
  const listing = { model: TenantHealthSnapshot, maxPageSize: MAX_PAGE_SIZE };
  const page = await listPage<TenantHealthSnapshot>(ctx, listing, { ...args, sort: args.sort ?? ['-date'] });
  for (const snapshot of page.nodes) Object.assign(snapshot, viewOf(ctx, snapshot.figures));
  return page;
}

function viewOf(ctx: TenantContext, figures: HealthFigures): HealthView {
  const skipped: SkippedComponent[] = [];
  const scored: { rule: ComponentRule; score: number }[] = [];
  for (const rule of COMPONENTS) {
    const refused = refusalOf(ctx, rule.key, rule.lists);
    const score = refused ? null : scoreOf(rule, figures);
    if (score === null) skipped.push({ component: rule.key, reason: refused ?? 'NO_DATA' });
    else scored.push({ rule, score });
  }
  return {
    ...bandOfComponents(scored.map(({ rule: { weight }, score }) => ({ weight, score }))),
    partial: skipped.length > 0,
    components: scored.map(({ rule, score }) => ({
      key: rule.key,
      score: roundHalfUp(score, 1),
      weight: rule.weight,
      sampleSize: sampleSizeOf(rule, figures),
      inputs: inputsOf(rule, figures),
    })),
    skipped,
  };
}

function refusalOf(
  ctx: TenantContext,
  name: string,
  lists: readonly string[],
): SkippedSection['reason'] | undefined {
  const refusals = lists.flatMap((list) => sectionRefusal(ctx, { name, list, isBuilt: true }) ?? []);
  return refusals[0]?.code as SkippedSection['reason'] | undefined;
}

/** The figures of a component as callers see them; amounts have the digits of the currency. */
function inputsOf({ inputs }: ComponentRule, figures: HealthFigures): Record<string, number | string> {
  return Object.fromEntries(
    inputs.map((name) => {
      const value = figures[name];
      return [name, name.endsWith('_balance') ? roundMoney(String(value), figures.currency) : value!];
    }),
  );
}
