import { moduleList } from './content-modules.ts';
import { schemas } from './schemas.ts';

export const entities = [...moduleList.map(({ entity }) => entity), ...schemas];
