// Tests every operation of the module campaigns with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('campaigns');
