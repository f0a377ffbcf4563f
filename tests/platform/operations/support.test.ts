// Tests every operation of the module support with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('support');
