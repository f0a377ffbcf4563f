// Tests every operation of the module settings with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('settings');
