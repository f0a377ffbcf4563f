// Tests every operation of the module rooms with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('rooms');
