import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { expectNoArguments, runAndExplainErrors } from '../run-command.ts';
import { importSampleContent } from '../sample-content.ts';
import { openServices } from '../services.ts';

expectNoArguments('seed', 'loads the sample content into an empty site');
await runAndExplainErrors(async () => {
  const settings = readSettings();
  const services = await openServices(settings);
  await migrate(services.database);
  await importSampleContent(services, settings);
  console.log('The sample content is loaded, wherever there was none.');
  await services.database.close();
});
