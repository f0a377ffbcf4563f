// Tests every operation of the module admin with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('admin');
