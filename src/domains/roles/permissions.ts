// What roles and tokens can be given: permissions, scopes and modules, each with what it can break (platform.md section 5).
import { ALWAYS_ON } from '../../access/check.ts';
import { declaredAccess } from '../../access/load-principal.ts';
import { entityOf, GOVERNED } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';

type Risk = 'read' | 'write' | 'risky';

export interface PermissionEntry {
  permission: string;
  entity: string;
  action: string;
  module: string;
  risk: Risk;
  isGoverned: boolean;
  isHeld: boolean;
}

export interface ScopeEntry {
  scope: string;
  modules: string[];
  risk: Risk;
}

export interface ModuleEntry {
  module: string;
  isOn: boolean;
  isAlwaysOn: boolean;
}

/** Everything that can be given; the risk is that of the riskiest operation that asks for it. */
export function listPermissions(ctx: TenantContext): {
  permissions: PermissionEntry[];
  scopes: ScopeEntry[];
  modules: ModuleEntry[];
} {
  const { services, principal } = ctx;
  const operations = [...services.catalogue.byName.values()].map(({ access }) => access);
  const permissions = [...services.permissions]
    .filter(([, module]) => module !== 'admin')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([permission, module]) => {
      const entity = entityOf(permission);
      const action = permission.slice(entity.length + 1);
      return {
        permission,
        entity,
        action,
        module,
        // What only a service asks for has no operation of its own.
        risk: worst(
          operations.filter((one) => one.permission === permission).map(({ risk }) => risk),
          action === 'read' ? 'read' : 'write',
        ),
        isGoverned: GOVERNED.has(permission),
        isHeld: principal.permissions.has(permission),
      };
    });
  const { scopes, modules } = declaredAccess();
  return {
    permissions,
    scopes: [...scopes].sort().map((scope) => {
      const asking = operations.filter((one) => one.scope === scope);
      const least = scope.endsWith(':read') ? 'read' : 'write';
      return {
        scope,
        modules: [...new Set(asking.map(({ module }) => module))].sort(),
        risk: worst(
          asking.map(({ risk }) => risk),
          least,
        ),
      };
    }),
    modules: modules.map((module) => ({
      module,
      isOn: principal.modules.has(module),
      isAlwaysOn: ALWAYS_ON.has(module),
    })),
  };
}

const ORDER: readonly Risk[] = ['read', 'write', 'risky'];

function worst(risks: Risk[], least: Risk): Risk {
  return ORDER[Math.max(ORDER.indexOf(least), ...risks.map((risk) => ORDER.indexOf(risk)))]!;
}
