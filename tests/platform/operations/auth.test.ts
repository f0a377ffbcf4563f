// Tests every operation of the module auth with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('auth');
