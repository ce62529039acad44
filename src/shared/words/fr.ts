import type { Translation } from './en.ts';
import { pluralOf } from './plural.ts';
import { waitOf } from './refusals.ts';

const plural = pluralOf('fr');

/** In French, a no-break space precedes double punctuation marks. */
export const fr: Translation = {
  layout: {
    skip: 'Aller au contenu',
    home: 'Accueil',
    homeOf: (company) => `${company}, accueil`,
    mainNavigation: 'Navigation principale',
    footerNavigation: 'Pied de page',
    menu: 'Menu',
    close: 'Fermer',
    backHome: 'Retour à l’accueil',
    tryAgain: 'Réessayer',
  },
  lists: {
    all: 'Tout',
    more: 'Plus de choix',
    categories: 'Catégories',
    pages: 'Pages',
    page: 'Page',
    pageOf: (page) => `page ${page}`,
    pageSentence: (page) => `Page ${page}.`,
    previous: 'Précédent',
    next: 'Suivant',
  },
  pictures: {
    hero: 'Coupe d’un grand bâtiment\u00a0: la lumière du jour traverse la verrière du hall, et des personnes travaillent aux étages qui l’entourent.',
    about: 'Un long hall sous une verrière, vu depuis le sol, avec des galeries des deux côtés.',
    portraitOf: (person) => `Portrait de ${person}`,
    card: (company) => `Dessin d’architecture de ${company}.`,
  },
  about: { statements: 'Mission et vision' },
  blog: {
    posts: 'Articles',
    allPosts: 'Tous les articles',
    searchLabel: 'Rechercher dans le blog',
    search: 'Rechercher',
    found: (count, shown, category, search) => {
      const posts = `${shown} ${plural(count, { one: 'article', other: 'articles' })}`;
      return `${posts}${category ? ` dans ${category}` : ''}${search ? ` pour «\u00a0${search}\u00a0»` : ''}`;
    },
    none: 'Aucun article pour le moment.',
    noneFound: 'Aucun article ne correspond à votre recherche. Essayez avec moins de mots ou d’autres mots.',
    noneIn: (category) => `Rien n’a encore été publié dans ${category}.`,
    showAll: 'Afficher tous les articles',
    facts: 'À propos de cet article',
    tags: 'Mots-clés',
    minutes: (minutes) => `${minutes} min de lecture`,
    moreIn: (category) => `Autres articles dans ${category}`,
  },
  portfolio: {
    projects: 'Projets',
    allProjects: 'Tous les projets',
    none: 'Aucun projet pour le moment.',
    noneInCategory: 'Aucun projet dans cette catégorie pour le moment.',
    showAll: 'Afficher tous les projets',
    services: 'Découvrir nos services',
    client: 'Client',
    technologies: 'Technologies',
    next: 'Projet suivant',
    summary: (category, client) => `${category} pour ${client}.`,
  },
  team: {
    none: 'Personne n’est encore présenté ici. Le formulaire de contact permet de joindre toute l’équipe.',
    contact: 'Nous contacter',
    expertiseOf: (person) => `Domaines d’expertise de ${person}`,
  },
  gallery: {
    pictures: 'Images',
    none: 'Aucune image pour le moment.',
    projects: 'Parcourir les projets',
    position: (index, count) => `${index} sur ${count}`,
    viewer: 'Image',
    previous: 'Image précédente',
    next: 'Image suivante',
  },
  career: {
    types: 'Types de poste',
    open: (count, shown) =>
      plural(count, { one: 'Un poste à pourvoir', other: `${shown} postes à pourvoir` }),
    none: 'Aucun poste à pourvoir actuellement',
    noneOfType: 'Aucun poste de ce type à pourvoir actuellement',
    type: 'Type de poste',
    department: 'Service',
    location: 'Lieu',
    openSince: 'À pourvoir depuis le',
    responsibilities: 'Vos missions',
    requirements: 'Votre profil',
    apply: 'Postuler',
    applyOutside: 'Postuler sur le site externe',
    send: 'Envoyer ma candidature',
    jobTypes: {
      'Full-time': 'Temps plein',
      'Part-time': 'Temps partiel',
      Contract: 'Freelance',
      Internship: 'Stage',
    },
  },
  forms: {
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    subject: 'Objet',
    message: 'Message',
    cv: 'CV',
    cvHelp: (megabytes) => `Un fichier PDF de ${megabytes}\u00a0Mo au plus.`,
    company: 'Entreprise',
    service: 'Prestation',
    chooseService: 'Choisissez une prestation',
    budget: 'Budget',
    budgetHelp: 'Un ordre de grandeur suffit.',
    details: 'Votre projet',
    detailsHelp: 'Quelle est votre situation aujourd’hui, que doit-il changer et pour quand\u00a0?',
    university: 'Établissement',
    field: 'Domaine',
    fieldHelp: 'Ce que vous étudiez, ou le domaine dans lequel vous aimeriez travailler.',
    optional: 'facultatif',
    privacy: 'Vos données nous servent uniquement à vous répondre.',
    sent: 'Merci. Votre message a bien été envoyé.',
    sending: 'Envoi en cours…',
    correct: 'Veuillez corriger les champs signalés.',
    offline:
      'Vous êtes hors ligne. Votre saisie est conservée ici\u00a0: envoyez-la une fois la connexion rétablie.',
    unreachable: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
    busy: 'Le serveur est très sollicité. Veuillez réessayer dans un instant.',
    tooLarge:
      'Le contenu dépasse ce que ce formulaire accepte. Raccourcissez le texte ou choisissez un fichier plus petit.',
    failed: 'Le formulaire n’a pas pu être envoyé. Veuillez réessayer dans un instant.',
    notPdf: 'Le fichier doit être au format PDF.',
    fileTooLarge: (megabytes) => `Le fichier ne doit pas dépasser ${megabytes}\u00a0Mo.`,
    unreadable: 'Le fichier est illisible. Veuillez le choisir à nouveau.',
  },
  refusals: {
    required: 'Veuillez remplir ce champ.',
    tooLong: (max) => `Ce champ ne doit pas dépasser ${max} caractères.`,
    oneLine: 'Veuillez tout écrire sur une seule ligne.',
    characters: 'Ce champ contient des caractères qui ne peuvent pas être enregistrés.',
    email: 'Veuillez saisir une adresse e-mail valide.',
    invalid: 'Cette saisie n’est pas acceptée.',
    tooManyTries: (seconds) => {
      const { count, isMinutes } = waitOf(seconds);
      const wait = isMinutes
        ? plural(count, { one: `${count} minute`, other: `${count} minutes` })
        : plural(count, { one: `${count} seconde`, other: `${count} secondes` });
      return `Trop de tentatives. Veuillez réessayer dans ${wait}.`;
    },
    broken: 'Le formulaire est arrivé incomplet ou endommagé. Veuillez l’envoyer à nouveau.',
    foreign: 'Le formulaire ne provient pas de ce site. Veuillez l’envoyer à nouveau depuis cette page.',
  },
  test: {
    heading: 'Page de test',
    intro: 'Appelle l’API et affiche sa réponse.',
    description: 'Indique si l’API répond.',
    call: 'Appel',
    answer: 'Réponse',
  },
  mails: {
    resetSubject: (company) => `Définir un nouveau mot de passe pour ${company}`,
    reset: (person, company, link) => [
      `Bonjour ${person},`,
      `quelqu’un, vous-même nous l’espérons, a demandé un nouveau mot de passe\npour votre compte chez ${company}. Ouvrez cette adresse pour le définir\u00a0:`,
      link,
      'Elle est valable une seule fois, pendant 60 minutes. Définir le mot de\npasse vous connecte ici et vous déconnecte partout ailleurs.',
      'Si vous n’avez rien demandé, vous n’avez rien à faire\u00a0: votre mot de passe\nreste inchangé.',
    ],
    quotation: (service) => `Demande de devis\u00a0: ${service}`,
    internship: (field) => `Candidature à un stage\u00a0: ${field}`,
    application: (job) => `Candidature\u00a0: ${job}`,
    noticeSubject: (subject) => `Nouveau message\u00a0: ${subject}`,
    notice: (person, email, company) => `${person} (${email}) a écrit à ${company}\u00a0:`,
    readIt: 'À lire dans la boîte de réception\u00a0:',
    floodSubject: (company) => `Beaucoup de messages à la fois pour ${company}`,
    flood: (posts) =>
      `Les formulaires du site ont reçu ${posts} messages en une heure. Tant que cela\ndure, seuls les messages qui semblent authentiques arrivent dans la boîte de\nréception\u00a0; les autres sont marqués comme indésirables. Aucun mail n’est\nenvoyé pour chacun d’eux. Rien n’est perdu.`,
    lookThrough: 'Veuillez parcourir la boîte de réception et les indésirables\u00a0:',
  },
};
