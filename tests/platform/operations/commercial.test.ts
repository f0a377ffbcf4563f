// Tests every operation of the module commercial with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('commercial');
