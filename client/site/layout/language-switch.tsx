import { textsByLanguage } from '../../../src/shared/site-texts/texts-by-language.ts';
import { everyLanguage } from '../../../src/shared/site-languages.ts';
import { addressInLanguage } from '../../../src/shared/slugs.ts';
import { useSiteSettings } from '../app/site-context.ts';
import type { Alternate } from '../app/page-languages.ts';

/** The links to the page in each language of the site. Without a translation, the link leads to the home page. */
export function LanguageSwitch({ alternates }: { alternates: readonly Alternate[] }) {
  const { languages, shown, texts } = useSiteSettings();
  if (languages.shown.length === 1) return null;
  return (
    <nav className="hall language-switch" aria-label={texts.layout.languages}>
      <ul>
        {languages.shown.map((one) => {
          const { language } = one;
          const translation = alternates.find(({ lang }) => lang === language);
          return (
            <li key={language}>
              <a
                href={translation?.path ?? addressInLanguage(one, '/')}
                hrefLang={language}
                lang={language}
                aria-current={one === shown ? 'true' : undefined}
                data-hint={
                  translation && one !== shown ? textsByLanguage[language].layout.inThisLanguage : undefined
                }
              >
                {names.get(language)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The name of each language in it. */
const names = new Map(everyLanguage.map(({ language }) => [language, nameOf(language)]));

function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
