// Tests every operation of the module crm with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('crm');
