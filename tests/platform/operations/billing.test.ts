// Tests every operation of the module billing with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('billing');
