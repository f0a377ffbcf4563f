// Tests every operation of the module pulse with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('pulse');
