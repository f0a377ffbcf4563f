// Tests every operation of the module delivery with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('delivery');
