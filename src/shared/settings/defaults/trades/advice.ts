import type { TradeTexts } from './trade.ts';

/** Default texts for companies that offer law, tax or consulting services. */
export const advice: TradeTexts = {
  tagline: ['Clear advice.', 'Klarer Rat.', 'Des conseils clairs.', 'Consejo claro.', 'Açık danışmanlık.'],
  summary: [
    '{name} advises people and companies: in plain words, with a plan and at a price you know.',
    '{name} berät Menschen und Unternehmen: in klaren Worten, mit einem Plan und zu einem Preis, den Sie kennen.',
    '{name} conseille particuliers et entreprises : en mots simples, avec un plan et un prix connu.',
    '{name} asesora a personas y empresas: con palabras claras, un plan y un precio conocido.',
    '{name} kişilere ve şirketlere danışmanlık verir: sade sözlerle, bir planla ve bilinen bir ücretle.',
  ],
  blog_categories: [
    ['changes', 'What has changed', 'Was sich ändert', 'Ce qui change', 'Qué cambia', 'Değişiklikler'],
    [
      'questions',
      'Common questions',
      'Häufige Fragen',
      'Questions fréquentes',
      'Preguntas frecuentes',
      'Sık sorulanlar',
    ],
    ['practice', 'Case notes', 'Praxisfälle', 'Cas pratiques', 'Casos prácticos', 'Örnek olaylar'],
    ['news', 'News', 'Aktuelles', 'Actualités', 'Actualidad', 'Haberler'],
  ],
  portfolio_categories: [
    ['companies', 'Companies', 'Unternehmen', 'Entreprises', 'Empresas', 'Şirketler'],
    ['private', 'Private clients', 'Privatpersonen', 'Particuliers', 'Particulares', 'Bireyler'],
    ['property', 'Property', 'Immobilien', 'Immobilier', 'Inmuebles', 'Gayrimenkul'],
    ['succession', 'Succession', 'Nachfolge', 'Transmission', 'Sucesiones', 'Devir ve miras'],
  ],
  team_sections: [
    ['partners', 'Partners', 'Partner', 'Associés', 'Socios', 'Ortaklar'],
    ['advisers', 'Advisers', 'Beratung', 'Conseil', 'Asesoría', 'Danışmanlar'],
    ['office', 'Office', 'Sekretariat', 'Secrétariat', 'Secretaría', 'Ofis'],
  ],
  team_roles: [
    ['partner', 'Partner', 'Partner/in', 'Associé', 'Socio/a', 'Ortak'],
    ['lawyer', 'Solicitor', 'Rechtsanwalt/Rechtsanwältin', 'Avocat', 'Abogado/a', 'Avukat'],
    [
      'tax-adviser',
      'Tax Adviser',
      'Steuerberater/in',
      'Conseiller fiscal',
      'Asesor/a fiscal',
      'Vergi Danışmanı',
    ],
    ['consultant', 'Consultant', 'Berater/in', 'Consultant', 'Consultor/a', 'Danışman'],
    ['accountant', 'Accountant', 'Buchhaltung', 'Comptable', 'Contable', 'Muhasebeci'],
    ['assistant', 'Assistant', 'Assistenz', 'Assistance', 'Asistencia', 'Asistan'],
    [
      'office-manager',
      'Office Manager',
      'Büroleitung',
      'Responsable du bureau',
      'Administración',
      'Ofis Sorumlusu',
    ],
    ['trainee', 'Trainee', 'Auszubildende/r', 'Stagiaire', 'En prácticas', 'Stajyer'],
  ],
  services: [
    {
      key: 'first-meeting',
      title: ['First meeting', 'Erstgespräch', 'Premier entretien', 'Primera consulta', 'İlk görüşme'],
      summary: [
        'You describe your question. We say what is possible and what it would cost.',
        'Sie schildern Ihre Frage. Wir sagen, was möglich ist und was es kostet.',
        'Vous exposez votre question. Nous vous disons ce qui est possible et à quel prix.',
        'Usted plantea su cuestión. Le decimos qué es posible y cuánto costaría.',
        'Siz sorunuzu anlatırsınız. Biz neyin mümkün olduğunu ve ücretini söyleriz.',
      ],
      points: [
        [
          'In person, by phone or by video',
          'Persönlich, am Telefon oder per Video',
          'Sur place, par téléphone ou en visio',
          'En persona, por teléfono o por vídeo',
          'Yüz yüze, telefonla ya da görüntülü',
        ],
        [
          'In confidence from the first word',
          'Vertraulich vom ersten Wort an',
          'Confidentiel dès le premier mot',
          'Confidencial desde la primera palabra',
          'İlk sözden itibaren gizli',
        ],
      ],
    },
    {
      key: 'ongoing',
      title: [
        'Ongoing advice',
        'Laufende Beratung',
        'Suivi régulier',
        'Asesoría continua',
        'Sürekli danışmanlık',
      ],
      summary: [
        'One person who knows your affairs and watches the dates.',
        'Eine Person, die Ihre Lage kennt und auf Fristen achtet.',
        'Une personne qui connaît votre situation et veille aux échéances.',
        'Una persona que conoce su situación y vigila los plazos.',
        'Durumunuzu bilen ve süreleri izleyen bir kişi.',
      ],
      points: [
        ['A monthly price', 'Ein monatlicher Preis', 'Un prix mensuel', 'Un precio mensual', 'Aylık ücret'],
        [
          'Replies within a working day',
          'Antwort innerhalb eines Arbeitstags',
          'Une réponse en un jour ouvré',
          'Respuesta en un día laborable',
          'Bir iş günü içinde yanıt',
        ],
      ],
    },
    {
      key: 'representation',
      title: ['Representation', 'Vertretung', 'Représentation', 'Representación', 'Temsil'],
      summary: [
        'We speak for you with authorities, courts and the other side.',
        'Wir sprechen für Sie mit Behörden, Gerichten und der Gegenseite.',
        'Nous parlons pour vous aux administrations, aux tribunaux et à la partie adverse.',
        'Hablamos por usted ante administraciones, tribunales y la otra parte.',
        'Kurumlar, mahkemeler ve karşı taraf önünde sizin adınıza konuşuruz.',
      ],
      points: [
        [
          'No step without your consent',
          'Kein Schritt ohne Ihre Zustimmung',
          'Aucune démarche sans votre accord',
          'Ningún paso sin su acuerdo',
          'Onayınız olmadan adım yok',
        ],
        [
          'You see every letter',
          'Sie sehen jedes Schreiben',
          'Vous voyez chaque courrier',
          'Usted ve cada escrito',
          'Her yazıyı görürsünüz',
        ],
      ],
    },
  ],
};
