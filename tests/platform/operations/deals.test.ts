// Tests every operation of the module deals with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('deals');
