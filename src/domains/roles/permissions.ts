// Lists the permissions, scopes and modules that roles and tokens can have, each with its risk (platform.md section 5).
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

/** Returns everything that can be granted; the risk is that of the riskiest operation that requires it. */
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
        // A permission that only services check has no operation, so its action decides.
        risk: highestRisk(
          operations.filter((access) => access.permission === permission).map(({ risk }) => risk),
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
      const using = operations.filter((access) => access.scope === scope);
      const minimum = scope.endsWith(':read') ? 'read' : 'write';
      return {
        scope,
        modules: [...new Set(using.map(({ module }) => module))].sort(),
        risk: highestRisk(
          using.map(({ risk }) => risk),
          minimum,
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

function highestRisk(risks: Risk[], minimum: Risk): Risk {
  return ORDER[Math.max(ORDER.indexOf(minimum), ...risks.map((risk) => ORDER.indexOf(risk)))]!;
}
