import { type Templates, writeTemplate } from './template.ts';

const note =
  'Diese Vorlage ist ein Anfang und keine Rechtsberatung. Bitte prüfen, ergänzen und dann diese Zeile löschen.';

const contact = ['Kontakt', 'Telefon: {phone}\nE-Mail: {email}'] as const;
const company = '{legal_name}\n{address}';

interface Law {
  imprint: Templates['imprint'];
  /** The name of the data protection law in the dative, for example 'der DSGVO'. */
  privacyLaw: string;
  /** A sentence about the legal basis for answering enquiries. */
  basis: string;
  authority: string;
  /** The law that applies, for example 'deutsches Recht'. */
  law: string;
}

const germanOf = ({ imprint, privacyLaw, basis, authority, law }: Law): Templates => ({
  imprint,
  privacy: writeTemplate('Datenschutz', note, [
    ['Verantwortlich', `${company}\nE-Mail: {email_or:Kontakt}`],
    [
      'Beim Besuch dieser Website',
      'Diese Website setzt bei Besuchern keine Cookies, lädt nichts von Dritten und misst kein Verhalten. Ihre IP-Adresse erreicht unseren Server, damit er antworten kann. Im Protokoll des Servers bleibt sie [[ Dauer, zum Beispiel 14 Tage ]], um Störungen und Missbrauch aufzuklären. {visit_counting}',
    ],
    [
      'Wenn Sie uns schreiben',
      `Wir speichern, was Sie in ein Formular eintragen und mitschicken, sowie den Zeitpunkt, um Ihnen zu antworten. ${basis}`,
      'Zum Schutz vor Spam merkt sich der Server bis zu {form_minutes} Minuten, welche IP-Adresse ein Formular abgeschickt hat.',
      'Anfragen löschen wir {contact_months} Monate nach ihrer Erledigung, Bewerbungen {application_months} Monate nach ihrer Erledigung oder unserer Absage. Gesetzliche Aufbewahrungsfristen bleiben unberührt.',
    ],
    ['Wer die Daten verarbeitet', 'Der Server steht bei [[ Name und Ort des Anbieters ]].'],
    [
      'Ihre Rechte',
      `Nach ${privacyLaw} können Sie Auskunft, Berichtigung, Löschung, Einschränkung und Herausgabe Ihrer Daten verlangen und der Verarbeitung widersprechen. Schreiben Sie dazu an {email_or:uns}. Sie können sich auch bei der Aufsichtsbehörde beschweren: ${authority}.`,
    ],
  ]),
  terms: writeTemplate('Nutzungsbedingungen', note, [
    [
      'Geltung',
      'Diese Bedingungen gelten für die Nutzung dieser Website von {legal_name}. Für unsere Leistungen gelten die Verträge, die wir darüber schließen.',
    ],
    [
      'Inhalte',
      'Texte und Bilder dieser Website sind urheberrechtlich geschützt. Wer sie über das gesetzlich Erlaubte hinaus verwenden will, braucht unsere Zustimmung.',
    ],
    [
      'Haftung',
      'Wir erstellen die Inhalte mit Sorgfalt, können aber nicht zusichern, dass sie vollständig und aktuell sind. Unsere gesetzliche Haftung bleibt unberührt.',
    ],
    [
      'Links',
      'Für die Inhalte fremder Websites, auf die wir verweisen, sind deren Betreiber verantwortlich.',
    ],
    ['Anwendbares Recht', `Es gilt ${law}. Zwingende Rechte von Verbrauchern bleiben unberührt.`],
  ]),
});

const gdprBasis =
  'Rechtsgrundlage ist Art. 6 Abs. 1 lit. b DSGVO, soweit es um einen Vertrag geht, sonst unser berechtigtes Interesse an einer Antwort (lit. f).';

export const legalTemplatesDE = germanOf({
  imprint: writeTemplate('Impressum', note, [
    ['Angaben gemäß § 5 DDG', company, 'Vertreten durch: {directors}'],
    contact,
    ['Registereintrag', '{registration}'],
    ['Umsatzsteuer-Identifikationsnummer', '{vat}'],
    [
      'Aufsichtsbehörde',
      '[[ Nur bei zulassungspflichtiger Tätigkeit: Name der Behörde. Sonst diesen Abschnitt löschen. ]]',
    ],
    [
      'Verantwortlich nach § 18 Abs. 2 MStV',
      '[[ Name und Anschrift, falls die Website journalistische Beiträge hat. Sonst löschen. ]]',
    ],
    ['Verbraucherstreitbeilegung', '[[ Bereit oder verpflichtet zur Teilnahme, oder nicht ]]'],
  ]),
  privacyLaw: 'der DSGVO',
  basis: gdprBasis,
  authority: '[[ Name der Landesbehörde ]]',
  law: 'deutsches Recht',
});

export const legalTemplatesAT = germanOf({
  imprint: writeTemplate('Impressum', note, [
    ['Angaben gemäß § 5 ECG und Offenlegung gemäß § 25 MedienG', company, 'Geschäftsführung: {directors}'],
    contact,
    ['Firmenbuch', '{registration}'],
    ['UID-Nummer', '{vat}'],
    ['Unternehmensgegenstand', '[[ Gegenstand des Unternehmens ]]'],
    ['Kammer und Aufsichtsbehörde', '[[ Kammer, Behörde und Berufsrecht, soweit sie gelten ]]'],
    [
      'Beteiligungen und Blattlinie',
      '[[ Beteiligungsverhältnisse und grundlegende Richtung der Website, soweit nötig ]]',
    ],
  ]),
  privacyLaw: 'der DSGVO',
  basis: gdprBasis,
  authority: 'Österreichische Datenschutzbehörde, Wien',
  law: 'österreichisches Recht',
});

export const legalTemplatesCH = germanOf({
  imprint: writeTemplate('Impressum', note, [
    ['Anbieter', company, 'Vertreten durch: {directors}'],
    contact,
    ['Handelsregister', '{registration}'],
    ['Unternehmens-Identifikationsnummer', '[[ CHE-Nummer ]]'],
  ]),
  privacyLaw: 'dem Datenschutzgesetz (DSG)',
  basis: 'Wir bearbeiten die Angaben nur zu diesem Zweck.',
  authority: 'Eidgenössischer Datenschutz- und Öffentlichkeitsbeauftragter (EDÖB), Bern',
  law: 'schweizerisches Recht',
});
