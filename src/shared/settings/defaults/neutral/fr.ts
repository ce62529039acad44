import { fr } from '../../../words/fr.ts';
import {
  buildChoices,
  buildCompany,
  buildFormPage,
  buildLegalTexts,
  buildNavigation,
  buildPage,
  type DefaultTexts,
} from './text-builders.ts';

export const frenchTexts: DefaultTexts = {
  company: buildCompany({
    tagline: 'Bienvenue chez {name}.',
    summary: '{name}, c’est un travail soigné, des engagements clairs et une équipe à votre écoute.',
  }),
  choices: buildChoices(fr, {
    leadership: 'Direction',
    development: 'Développement',
    'human-resource': 'Ressources humaines',
    'tech-support': 'Support technique',
  }),
  navigation: buildNavigation({
    home: 'Accueil',
    about: 'À propos',
    services: 'Prestations',
    portfolio: 'Réalisations',
    team: 'Équipe',
    gallery: 'Galerie',
    blog: 'Blog',
    career: 'Carrières',
    contact: 'Contact',
    quotations: 'Demander un devis',
    internship: 'Stages',
    privacy: 'Confidentialité',
    button: 'Nous contacter',
  }),
  pages: {
    home: buildPage({
      heading: '{tagline}',
      intro: '{summary}',
      opening: 'picture',
      services_button: 'Nos prestations',
      quotation_button: 'Demander un devis',
      highlights_heading: 'Ce que vous pouvez attendre de nous',
      mission_heading: 'Notre mission',
      about_link: 'À propos de nous',
      company_life_heading: 'La vie de l’entreprise',
      latest_heading: 'Les derniers articles',
      latest_link: 'Tous les articles',
      sections: [
        'highlights',
        'projects',
        'mission',
        'testimonial',
        'clients',
        'company_life',
        'latest',
        'own',
      ],
    }),
    about: buildPage({
      heading: 'À propos de {name}',
      intro: 'Qui nous sommes, pour quoi nous travaillons et ce que vous pouvez attendre de nous.',
      title: 'À propos',
      since_label: 'Depuis',
      mission_heading: 'Mission',
      mission: 'Fournir un travail sur lequel nos clients peuvent compter, aujourd’hui comme dans dix ans.',
      vision_heading: 'Vision',
      vision: '',
      values_heading: 'Nos valeurs',
      achievements_heading: 'En chiffres',
      sections: ['statements', 'values', 'achievements', 'own'],
    }),
    services: buildPage({
      heading: 'Prestations',
      intro: 'Ce que nous faisons pour vous, du premier échange jusqu’après la livraison.',
      points_heading: 'Ce que vous obtenez',
      ask_heading: 'Vous avez une idée de vos besoins\u00a0? Nous répondons avec un prix et un plan.',
      ask_button: 'Demander un devis',
    }),
    portfolio: buildPage({
      heading: 'Réalisations',
      intro: 'Une sélection de projets\u00a0: la situation de départ, notre travail et le résultat.',
      description_filtered: 'Les réalisations de {name}\u00a0: {filter}.',
    }),
    team: buildPage({ heading: 'Équipe', intro: 'Les personnes avec lesquelles vous échangez chez nous.' }),
    gallery: buildPage({
      heading: 'Galerie',
      intro: 'Des images de notre travail. Choisissez-en une pour l’agrandir.',
    }),
    blog: buildPage({
      heading: 'Blog',
      intro: 'Des nouvelles et des retours d’expérience de notre travail.',
      description_filtered: '{filter}\u00a0: les articles de {name}.',
      feed_title: 'Blog de {name}',
      feed_description: 'Des nouvelles et des retours d’expérience de {name}.',
    }),
    career: buildPage({
      heading: 'Carrières',
      intro: 'Travaillez avec des personnes qui connaissent leur métier et accueillent les questions.',
      description: 'Postes à pourvoir et stages chez {name}.',
      description_filtered: 'Postes à pourvoir chez {name}\u00a0: {filter}.',
      other:
        'Rien ne vous correspond\u00a0? {contact:Écrivez-nous} tout de même, ou postulez pour un {internship:stage}.',
      sent: '',
      sent_next:
        'Nous lisons votre candidature sous une semaine et vous écrivons dans tous les cas. Vient ensuite un entretien avec l’équipe.',
    }),
    contact: buildFormPage({
      heading: 'Contact',
      intro: 'Une question, un besoin ou une idée\u00a0: quelques lignes suffisent.',
      button: 'Envoyer le message',
      sent_next: 'Nous lisons votre message le jour ouvré suivant et vous répondons par e-mail.',
      steps_heading: 'Et ensuite',
      steps: [
        'Une personne lit votre message, pas une machine.',
        'Le bon interlocuteur vous répond.',
        'Si nous ne pouvons pas vous aider, nous vous indiquons qui le peut.',
      ],
      side_text: 'Vous savez déjà ce qu’il vous faut\u00a0? {quotations:Demandez un devis}.',
    }),
    quotations: buildFormPage({
      heading: 'Demander un devis',
      intro: 'Dites-nous de quoi il s’agit. Nous répondons avec un prix et un plan.',
      button: 'Demander un devis',
      sent_next:
        'Nous lisons votre demande le jour ouvré suivant. Vous avez de nos nouvelles sous une semaine.',
      steps_heading: 'Comment nous préparons votre devis',
      steps: [
        'Nous lisons votre demande et posons les questions qui restent.',
        'Si nécessaire, nous venons voir la situation sur place.',
        'Vous recevez un prix, un plan et le nom de votre interlocuteur.',
      ],
      side_text: '',
    }),
    internship: buildFormPage({
      heading: 'Stages',
      intro: 'Apprenez par la pratique, avec un tuteur et une mission à vous.',
      button: 'Envoyer ma candidature',
      sent_next: 'Nous lisons votre candidature sous une semaine et vous écrivons dans tous les cas.',
      steps_heading: 'Comment cela se passe',
      steps: [
        'Dites-nous ce que vous étudiez et ce qui vous intéresse.',
        'Nous lisons chaque candidature et répondons toujours.',
        'Vous nous rendez visite pour découvrir l’équipe et le lieu de travail.',
      ],
      side_text: 'Les stages à dates fixes figurent parmi les {internships:postes à pourvoir}.',
    }),
    missing: {
      heading: 'Page introuvable',
      text: 'La page a peut-être été déplacée, ou l’adresse est incorrecte.',
      home_button: 'Retour à l’accueil',
      blog_button: 'Voir le blog',
    },
    failed: {
      heading: 'Une erreur est survenue',
      text: 'La page n’a pas pu être chargée. Réessayez\u00a0; si le problème persiste, écrivez à {email:{email}}.',
    },
    footer: { heading: 'Parlons de votre projet.', legal_line: '{legal_name}' },
  },
  lists: {
    services: [
      {
        key: 'conseil',
        title: 'Conseil',
        summary:
          'Nous écoutons, nous étudions les possibilités et nous disons franchement ce qui en vaut la peine.',
        points: ['Un premier échange sans engagement', 'Une recommandation en termes clairs'],
      },
      {
        key: 'realisation',
        title: 'Réalisation',
        summary: 'Nous réalisons ce qui est convenu, à la date convenue.',
        points: ['Un prix ferme et un plan précis', 'Un seul interlocuteur du début à la fin'],
      },
      {
        key: 'suivi',
        title: 'Suivi',
        summary: 'Nous restons joignables une fois le travail terminé.',
        points: ['Des réponses rapides à vos questions', 'De l’aide lorsque quelque chose change'],
      },
    ],
    highlights: [
      { key: 'proximite', title: 'Proximité', text: 'Vous parlez avec les personnes qui font le travail.' },
      { key: 'fiabilite', title: 'Fiabilité', text: 'Nous tenons ce que nous promettons.' },
      { key: 'clarte', title: 'Clarté', text: 'Nous expliquons ce que nous faisons et ce que cela coûte.' },
    ],
    values: [
      { key: 'qualite', title: 'Qualité', text: 'Nous menons à bien ce que nous commençons.' },
      {
        key: 'honnetete',
        title: 'Honnêteté',
        text: 'Nous disons ce que nous savons et ce que nous ignorons.',
      },
      { key: 'respect', title: 'Respect', text: 'Nous prenons au sérieux votre temps et vos souhaits.' },
    ],
    achievements: [],
    company_life: [
      {
        key: 'blog',
        title: 'Notre quotidien',
        text: 'Des nouvelles et des retours d’expérience, écrits par celles et ceux qui les vivent.',
        link_label: 'Lire le blog',
        path: '/blog',
      },
      {
        key: 'career',
        title: 'Travailler chez nous',
        text: 'Postes à pourvoir et stages\u00a0: ce que vous feriez et ce que vous apprendriez.',
        link_label: 'Voir les postes à pourvoir',
        path: '/career',
      },
    ],
  },
  legal: buildLegalTexts(
    {
      title: 'Confidentialité',
      intro: 'Ce que ce site conserve à votre sujet, pourquoi et combien de temps. C’est peu de chose.',
      description: 'Ce que le site de {name} conserve sur ses visiteurs, pourquoi et combien de temps.',
      card_line: 'Ce que nous conservons, et pourquoi',
      parts: [
        [
          'Quand vous consultez le site',
          'Nous n’enregistrons rien qui permette de vous identifier. Le site ne dépose aucun cookie, ne charge rien auprès de tiers et ne suit personne. Comme pour tout site, votre adresse réseau parvient à notre serveur pour qu’il puisse répondre\u00a0; elle reste dans le journal du serveur aussi longtemps que l’exige l’examen des pannes et des abus.',
        ],
        [
          'Quand vous nous envoyez un formulaire',
          'Nous conservons ce que vous avez écrit\u00a0: votre nom, votre adresse e-mail, ce que vous avez choisi d’ajouter, par exemple un numéro de téléphone ou un CV, et l’heure de réception. Nous nous en servons pour vous répondre et traiter votre demande. Seules les personnes qui répondent aux demandes et aux candidatures peuvent le lire.',
          'Pour éviter les messages indésirables, le serveur retient pendant quelques minutes l’adresse IP d’où vient un formulaire et le temps mis pour le remplir. Aucune autre entreprise n’y participe.',
        ],
        [
          'Combien de temps nous le conservons',
          'Nous supprimons les demandes {contact_months} mois après leur traitement et les candidatures après {application_months} mois, avec les fichiers joints. Si vous souhaitez une suppression plus rapide, dites-le-nous.',
        ],
        [
          'Vos droits',
          'Vous pouvez demander ce que nous détenons à votre sujet, le faire rectifier ou supprimer, et en obtenir une copie. Écrivez à {email_or:notre équipe}. {legal_name} est responsable de ce site.',
        ],
      ],
    },
    { imprint: 'Mentions légales', terms: 'Conditions générales', cookies: 'Cookies' },
  ),
};
