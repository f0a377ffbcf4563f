// Tests every operation of the module competitors with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('competitors');
