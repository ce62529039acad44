import type { ThemeDrawing } from '../components/theme-picture.tsx';
import aboutDark from './about-dark.svg';
import aboutLight from './about-light.svg';
import cloudDark from './cloud-solutions-dark.svg';
import cloudLight from './cloud-solutions-light.svg';
import blogDark from './company-blog-dark.svg';
import blogLight from './company-blog-light.svg';
import careerDark from './company-career-dark.svg';
import careerLight from './company-career-light.svg';
import daylightDark from './daylight-dark.svg';
import daylightLight from './daylight-light.svg';
import heroDark from './hero-dark.svg';
import heroLight from './hero-light.svg';
import supportDark from './it-support-dark.svg';
import supportLight from './it-support-light.svg';
import missingDark from './missing-dark.svg';
import missingLight from './missing-light.svg';
import networkDark from './network-infrastructure-dark.svg';
import networkLight from './network-infrastructure-light.svg';
import migrationDark from './system-migration-dark.svg';
import migrationLight from './system-migration-light.svg';
import webDark from './web-development-dark.svg';
import webLight from './web-development-light.svg';

const drawing = (name: string, light: string, dark: string, width: number, height: number): ThemeDrawing => ({
  name,
  light,
  dark,
  width,
  height,
});

/** The drawings of the public pages, made by `samples/drawings/generate-drawings.ts`. */
export const drawings = {
  hero: drawing('hero', heroLight, heroDark, 880, 960),
  /** The light in the drawing `hero`. The page shows this drawing over `hero`, so both must have the same size. */
  daylight: drawing('daylight', daylightLight, daylightDark, 880, 960),
  about: drawing('about', aboutLight, aboutDark, 1400, 700),
  companyBlog: drawing('company-blog', blogLight, blogDark, 960, 640),
  companyCareer: drawing('company-career', careerLight, careerDark, 720, 720),
  missing: drawing('missing', missingLight, missingDark, 840, 840),
};

const bridge = drawing('system-migration', migrationLight, migrationDark, 960, 720);
const vaults = drawing('cloud-solutions', cloudLight, cloudDark, 960, 720);

/** The drawings of IT services, by the keys of the services. */
const serviceDrawings = new Map([
  ['it-support', drawing('it-support', supportLight, supportDark, 960, 720)],
  ['system-migration', bridge],
  ['web-development', drawing('web-development', webLight, webDark, 960, 720)],
  ['cloud-solutions', vaults],
  ['network-infrastructure', drawing('network-infrastructure', networkLight, networkDark, 960, 720)],
]);

/** The drawings that fit any line of business. */
const neutralDrawings = [vaults, bridge, drawings.companyBlog, drawings.companyCareer];

/**
 * Returns the drawing of a service. If the service has no drawing of its own, returns a neutral drawing that depends on
 * the position of the service in the list.
 */
export function serviceDrawing(key: string, index: number): ThemeDrawing | undefined {
  return serviceDrawings.get(key) ?? neutralDrawings[index % neutralDrawings.length];
}
