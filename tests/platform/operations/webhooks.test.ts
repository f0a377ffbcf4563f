// Tests every operation of the module webhooks with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('webhooks');
