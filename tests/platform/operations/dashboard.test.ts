// Tests every operation of the module dashboard with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('dashboard');
