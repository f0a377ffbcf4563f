// Tests every operation of the module agent with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('agent');
