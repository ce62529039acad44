import { de } from '../../../words/de.ts';
import { choices, company, formPage, legal, navigation, page, type Texts } from './texts.ts';

export const germanTexts: Texts = {
  company: company({
    tagline: 'Willkommen bei {name}.',
    summary: '{name} steht für gute Arbeit, klare Absprachen und Menschen, die für Sie da sind.',
  }),
  choices: choices(de, {
    leadership: 'Leitung',
    development: 'Entwicklung',
    'human-resource': 'Personal',
    'tech-support': 'Technischer Support',
  }),
  navigation: navigation({
    home: 'Startseite',
    about: 'Über uns',
    services: 'Leistungen',
    portfolio: 'Projekte',
    team: 'Team',
    gallery: 'Galerie',
    blog: 'Blog',
    career: 'Karriere',
    contact: 'Kontakt',
    quotations: 'Angebot anfragen',
    internship: 'Praktikum',
    privacy: 'Datenschutz',
    button: 'Kontakt',
  }),
  pages: {
    home: page({
      heading: '{tagline}',
      intro: '{summary}',
      services_button: 'Unsere Leistungen',
      quotation_button: 'Angebot anfragen',
      highlights_heading: 'Was Sie von uns erwarten können',
      mission_heading: 'Unsere Mission',
      about_link: 'Über uns',
      company_life_heading: 'Aus dem Unternehmen',
      latest_heading: 'Neues aus dem Blog',
      latest_link: 'Alle Beiträge',
      sections: ['highlights', 'projects', 'mission', 'testimonial', 'clients', 'company_life', 'latest'],
    }),
    about: page({
      heading: 'Über {name}',
      intro: 'Wer wir sind, wofür wir arbeiten und was Sie von uns erwarten können.',
      title: 'Über uns',
      since_label: 'Seit',
      mission_heading: 'Mission',
      mission: 'Wir leisten Arbeit, auf die sich unsere Kunden verlassen können, heute und in zehn Jahren.',
      vision_heading: 'Vision',
      vision: '',
      values_heading: 'Unsere Werte',
      achievements_heading: 'In Zahlen',
      sections: ['statements', 'values', 'achievements'],
    }),
    services: page({
      heading: 'Leistungen',
      intro: 'Was wir für Sie tun, vom ersten Gespräch bis nach dem Abschluss.',
      points_heading: 'Das bekommen Sie',
      ask_heading: 'Sie wissen ungefähr, was Sie brauchen? Wir antworten mit einem Preis und einem Plan.',
      ask_button: 'Angebot anfragen',
    }),
    portfolio: page({
      heading: 'Projekte',
      intro: 'Ausgewählte Arbeiten: die Ausgangslage, unser Beitrag und das Ergebnis.',
      description_filtered: 'Projekte von {name}: {filter}.',
    }),
    team: page({ heading: 'Team', intro: 'Die Menschen, mit denen Sie bei uns sprechen.' }),
    gallery: page({
      heading: 'Galerie',
      intro: 'Bilder aus unserer Arbeit. Wählen Sie eines, um es groß zu sehen.',
    }),
    blog: page({
      heading: 'Blog',
      intro: 'Neuigkeiten und Erfahrungen aus unserer Arbeit.',
      description_filtered: '{filter}: Beiträge von {name}.',
      feed_title: '{name} Blog',
      feed_description: 'Neuigkeiten und Erfahrungen von {name}.',
    }),
    career: page({
      heading: 'Karriere',
      intro: 'Arbeiten Sie mit Menschen, die ihr Fach verstehen und bei denen Fragen willkommen sind.',
      description: 'Offene Stellen und Praktika bei {name}.',
      description_filtered: 'Offene Stellen bei {name}: {filter}.',
      other:
        'Nichts Passendes dabei? {contact:Schreiben Sie uns} trotzdem, oder bewerben Sie sich um ein {internship:Praktikum}.',
      sent: '',
      sent_next:
        'Wir lesen Ihre Bewerbung innerhalb einer Woche und schreiben Ihnen in jedem Fall. Danach folgt ein Gespräch mit dem Team.',
    }),
    contact: formPage({
      heading: 'Kontakt',
      intro: 'Eine Frage, ein Anliegen oder eine Idee: Ein paar Zeilen genügen.',
      button: 'Nachricht senden',
      sent_next: 'Wir lesen Ihre Nachricht am nächsten Arbeitstag und antworten Ihnen per E-Mail.',
      steps_heading: 'So geht es weiter',
      steps: [
        'Ein Mensch liest Ihre Nachricht, keine Maschine.',
        'Die richtige Ansprechperson antwortet Ihnen.',
        'Können wir nicht helfen, sagen wir Ihnen, wer es kann.',
      ],
      side_text: 'Sie wissen schon, was Sie brauchen? {quotations:Fragen Sie ein Angebot an}.',
    }),
    quotations: formPage({
      heading: 'Angebot anfragen',
      intro: 'Sagen Sie uns, worum es geht. Wir antworten mit einem Preis und einem Plan.',
      button: 'Angebot anfragen',
      sent_next: 'Wir lesen Ihre Anfrage am nächsten Arbeitstag. Innerhalb einer Woche hören Sie von uns.',
      steps_heading: 'So entsteht Ihr Angebot',
      steps: [
        'Wir lesen Ihre Anfrage und fragen nach, was noch fehlt.',
        'Wenn nötig, sehen wir uns die Lage bei Ihnen an.',
        'Sie erhalten einen Preis, einen Plan und eine feste Ansprechperson.',
      ],
      side_text: '',
    }),
    internship: formPage({
      heading: 'Praktikum',
      intro: 'Lernen Sie in der Praxis: mit fester Betreuung und einer eigenen Aufgabe.',
      button: 'Bewerbung senden',
      sent_next: 'Wir lesen Ihre Bewerbung innerhalb einer Woche und schreiben Ihnen in jedem Fall.',
      steps_heading: 'So läuft es ab',
      steps: [
        'Schreiben Sie uns, was Sie lernen und was Sie interessiert.',
        'Wir lesen jede Bewerbung und antworten immer.',
        'Sie besuchen uns und lernen Team und Arbeitsplatz kennen.',
      ],
      side_text: 'Praktika mit festem Zeitraum stehen unter den {internships:offenen Stellen}.',
    }),
    missing: {
      heading: 'Seite nicht gefunden',
      text: 'Die Seite wurde vielleicht verschoben, oder die Adresse stimmt nicht.',
      home_button: 'Zur Startseite',
      blog_button: 'Zum Blog',
    },
    failed: {
      heading: 'Etwas ist schiefgegangen',
      text: 'Die Seite konnte nicht geladen werden. Versuchen Sie es erneut. Bleibt der Fehler bestehen, schreiben Sie an {email:{email}}.',
    },
    footer: { heading: 'Sprechen Sie mit uns.', legal_line: '{legal_name}' },
  },
  lists: {
    services: [
      {
        key: 'beratung',
        title: 'Beratung',
        summary: 'Wir hören zu, prüfen die Möglichkeiten und sagen offen, was sich lohnt.',
        points: ['Ein erstes Gespräch ohne Verpflichtung', 'Eine Empfehlung in klaren Worten'],
      },
      {
        key: 'umsetzung',
        title: 'Umsetzung',
        summary: 'Wir erledigen, was vereinbart ist, zum vereinbarten Termin.',
        points: ['Ein fester Preis und ein fester Plan', 'Eine Ansprechperson von Anfang bis Ende'],
      },
      {
        key: 'betreuung',
        title: 'Betreuung',
        summary: 'Wir bleiben auch nach dem Abschluss für Sie erreichbar.',
        points: ['Schnelle Antworten auf Ihre Fragen', 'Hilfe, wenn sich etwas ändert'],
      },
    ],
    highlights: [
      {
        key: 'persoenlich',
        title: 'Persönlich',
        text: 'Sie sprechen mit den Menschen, die die Arbeit machen.',
      },
      { key: 'verlaesslich', title: 'Verlässlich', text: 'Was wir zusagen, halten wir ein.' },
      { key: 'verstaendlich', title: 'Verständlich', text: 'Wir erklären, was wir tun und was es kostet.' },
    ],
    values: [
      { key: 'qualitaet', title: 'Qualität', text: 'Wir bringen zu Ende, was wir beginnen.' },
      { key: 'ehrlichkeit', title: 'Ehrlichkeit', text: 'Wir sagen, was wir wissen und was nicht.' },
      { key: 'respekt', title: 'Respekt', text: 'Wir nehmen Ihre Zeit und Ihre Wünsche ernst.' },
    ],
    achievements: [],
    company_life: [
      {
        key: 'blog',
        title: 'Aus unserem Alltag',
        text: 'Neuigkeiten und Erfahrungen, aufgeschrieben von denen, die sie machen.',
        link_label: 'Zum Blog',
        path: '/blog',
      },
      {
        key: 'career',
        title: 'Arbeiten bei uns',
        text: 'Offene Stellen und Praktika: was Sie tun und was Sie lernen würden.',
        link_label: 'Offene Stellen ansehen',
        path: '/career',
      },
    ],
  },
  legal: legal(
    {
      title: 'Datenschutz',
      intro: 'Was diese Website über Sie speichert, warum und wie lange. Es ist nicht viel.',
      description: 'Was die Website von {name} über ihre Besucher speichert, warum und wie lange.',
      card_line: 'Was wir speichern und warum',
      parts: [
        [
          'Wenn Sie die Website ansehen',
          'Wir speichern nichts, woran man Sie erkennt. Die Website setzt keine Cookies, lädt nichts von Dritten und verfolgt niemanden. Wie bei jeder Website erreicht Ihre Netzwerkadresse unseren Server, damit er antworten kann; sie bleibt im Protokoll des Servers, solange es für die Untersuchung von Störungen und Missbrauch nötig ist.',
        ],
        [
          'Wenn Sie uns ein Formular senden',
          'Wir bewahren auf, was Sie geschrieben haben: Ihren Namen, Ihre E-Mail-Adresse, Ihre weiteren Angaben wie eine Telefonnummer oder einen Lebenslauf, und den Zeitpunkt. Wir verwenden es, um Ihnen zu antworten und Ihr Anliegen zu bearbeiten. Lesen können es nur die Personen, die Anfragen und Bewerbungen beantworten.',
          'Zum Schutz vor Spam merkt sich der Server einige Minuten lang, von welcher IP-Adresse ein Formular kam und wie schnell es ausgefüllt wurde. Daran ist kein anderes Unternehmen beteiligt.',
        ],
        [
          'Wie lange wir es aufbewahren',
          'Anfragen bleiben, bis sie erledigt sind, Bewerbungen, bis die Stelle besetzt ist. Danach werden sie samt den mitgesandten Dateien gelöscht. Wenn wir etwas früher löschen sollen, sagen Sie es uns.',
        ],
        [
          'Ihre Rechte',
          'Sie können erfragen, was wir über Sie gespeichert haben, es berichtigen oder löschen lassen und eine Kopie erhalten. Schreiben Sie an {email_or:uns}. Verantwortlich für diese Website ist {legal_name}.',
        ],
      ],
    },
    { imprint: 'Impressum', terms: 'AGB', cookies: 'Cookies' },
  ),
};
