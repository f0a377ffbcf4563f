// Tests every operation of the module assistant with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('assistant');
