// The rule for fresh sessions: which operations require one, and how long it stays fresh (platform.md section 4).
import { describe, expect, it } from '@jest/globals';
import type { Access } from '../../src/access/access.ts';
import { freshnessRefusal, wantsFreshSession } from '../../src/access/freshness.ts';
import { ANONYMOUS, type Principal } from '../../src/access/principal.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const RISKY: Access = { module: 'settings', principals: 'admin', risk: 'risky' };

function provenAgo(seconds: number): Principal {
  return { ...ANONYMOUS, kind: 'user', authTime: new Date(NOW.getTime() - seconds * 1000) };
}

describe('a fresh session', () => {
  it.each([
    [{}, true],
    [{ module: 'webhooks' }, true],
    [{ module: 'admin', principals: 'operator' }, true],
    [{ risk: 'write' }, false],
    [{ module: 'deals' }, false],
    // This operation is open to tokens, which have no session.
    [{ principals: 'tenant' }, false],
  ] as const)('is required for a risky admin operation with %j: %s', (changed, expected) => {
    expect(wantsFreshSession({ ...RISKY, ...changed })).toBe(expected);
  });

  it('lasts exactly 900 seconds after the authentication', () => {
    expect(freshnessRefusal(RISKY, provenAgo(900), NOW)).toBeUndefined();
    const refused = freshnessRefusal(RISKY, provenAgo(901), NOW);
    expect(refused?.code).toBe('FRESH_SESSION_REQUIRED');
    expect(refused?.extras.details).toEqual({
      max_age_seconds: 900,
      authenticated_at: '2026-11-21T11:44:59.000Z',
      path: '/api/auth/re-authenticate',
    });
  });

  it('is not required for operations without risk', () => {
    expect(freshnessRefusal({ ...RISKY, risk: 'read' }, provenAgo(5000), NOW)).toBeUndefined();
  });
});
