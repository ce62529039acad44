import type { SiteTexts } from './en.ts';
import { frenchDeWithName, pluralChooserOf, waitingTimeOf } from './word-forms.ts';

const plural = pluralChooserOf('fr');

/** The French texts. A no-break space precedes double punctuation marks. */
export const fr: SiteTexts = {
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
    theme: 'Apparence',
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
    languages: 'Langue',
    inThisLanguage: 'Cette page en français',
  },
  preview: { notice: (day: string) => `Aperçu\u00a0: non publié. Valable jusqu’au ${day}.` },
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
    portraitOf: (person) => `Portrait ${frenchDeWithName(person)}`,
    card: 'Dessin.',
  },
  about: { statements: 'Mission et vision' },
  blog: {
    posts: 'Articles',
    allPosts: 'Tous les articles',
    searchLabel: 'Rechercher dans le blog',
    search: 'Rechercher',
    found: (count, shown, { category, tag, search }) => {
      const posts = `${shown} ${plural(count, { one: 'article', other: 'articles' })}`;
      return `${posts}${category ? ` dans «\u00a0${category}\u00a0»` : ''}${tag ? ` avec le mot-clé «\u00a0${tag}\u00a0»` : ''}${search ? ` pour «\u00a0${search}\u00a0»` : ''}`;
    },
    none: 'Aucun article pour le moment.',
    noneFound: 'Aucun article ne correspond à votre recherche. Essayez avec moins de mots ou d’autres mots.',
    noneIn: (category) => `Rien n’a encore été publié dans «\u00a0${category}\u00a0».`,
    noneTagged: (tag) => `Aucun article n’a le mot-clé «\u00a0${tag}\u00a0».`,
    showAll: 'Afficher tous les articles',
    facts: 'À propos de cet article',
    tags: 'Mots-clés',
    by: (author) => `Par ${author}`,
    postsBy: (author) => `Tous les articles ${frenchDeWithName(author)}`,
    foundBy: (text, author) => `${text} ${frenchDeWithName(author)}`,
    minutes: (minutes) => `${minutes} min de lecture`,
    moreIn: (category) => `Autres articles dans «\u00a0${category}\u00a0»`,
    contents: 'Dans cet article',
    copyLink: 'Copier le lien',
    linkCopied: 'Le lien est copié.',
    previousPost: 'Article précédent',
    nextPost: 'Article suivant',
    otherPosts: 'Autres articles',
    video: 'Vidéo',
    playsFrom: (provider) => `Lecture depuis ${provider}`,
    table: 'Tableau',
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
    summary: (category, client) => `${client}\u00a0: ${category}.`,
    sector: 'Secteur',
    year: 'Année',
    duration: 'Durée',
    usedServices: 'Services',
    problem: 'Le problème',
    approach: 'Ce que nous avons fait',
    outcome: 'Le résultat',
    figures: 'Résultats',
    pictures: 'Images du projet',
    selected: 'Projets choisis',
    before: 'Avant',
    after: 'Après',
  },
  privacy: {
    counting:
      'Nous comptons combien de fois chaque page est ouverte et depuis quel site on y arrive. Pour cela, nous n’utilisons aucun cookie, n’enregistrons aucune adresse et ne reconnaissons personne.',
  },
  hours: {
    closed: 'fermé',
    openUntil: (time) => `Ouvert jusqu’à ${time}`,
    closedNow: 'Actuellement fermé',
  },
  proof: {
    clients: 'Ils nous font confiance',
    testimonials: 'Ce que disent nos clients',
  },
  otherTrades: {
    technologies: 'Méthodes et matériaux',
    client: 'Pour qui',
    selected: 'Nos réalisations',
    testimonials: 'Ce que l’on dit de nous',
  },
  team: {
    none: 'Personne n’est encore présenté ici. Le formulaire de contact permet de joindre toute l’équipe.',
    contact: 'Nous contacter',
    expertiseOf: (person) => `Domaines d’expertise ${frenchDeWithName(person)}`,
    linkedin: (person) => `${person} sur LinkedIn`,
    email: (person) => `Écrire à ${person}`,
    askAbout: 'Interrogez-moi sur',
    sections: 'Pôles de l’équipe',
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
  blocks: {
    recommended: 'Recommandé',
    per: (unit) =>
      /^(?:\/|par |une? |l[ea] |l[’']|les |à |en |hors|ttc|dès)/i.test(unit) ? unit : `par ${unit}`,
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
    applyBy: 'Candidature jusqu’au',
    salary: 'Salaire',
    salaryPer: {
      Hour: (amount) => `${amount} par heure`,
      Day: (amount) => `${amount} par jour`,
      Month: (amount) => `${amount} par mois`,
      Year: (amount) => `${amount} par an`,
    },
    salaryFrom: (amount) => `à partir de ${amount}`,
    salaryUpTo: (amount) => `jusqu’à ${amount}`,
    workplace: 'Lieu de travail',
    locationTypes: { 'On site': 'Sur place', Hybrid: 'Hybride', Remote: 'À distance' },
    team: 'Équipe',
    recruiter: 'Votre contact',
    whatNext: 'La suite',
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
  endings: {
    posts: 'Les nouveaux articles, dans votre lecteur de flux.',
    feed: 'S’abonner au flux',
    jobs: 'Envie de travailler avec cette équipe\u00a0?',
    openJobs: 'Voir les postes à pourvoir',
    people: 'Les personnes derrière tout cela.',
    meetTeam: 'Rencontrer l’équipe',
    pictures: 'Les histoires derrière les images.',
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
    choose: 'Veuillez choisir',
    budget: 'Budget',
    budgetHelp: 'Un ordre de grandeur suffit.',
    details: 'Votre projet',
    detailsHelp: 'Quelle est votre situation aujourd’hui, que doit-il changer et pour quand\u00a0?',
    university: 'Établissement',
    field: 'Domaine',
    fieldHelp: 'Ce que vous étudiez, ou le domaine dans lequel vous aimeriez travailler.',
    optional: 'facultatif',
    privacy: 'Vos données nous servent uniquement à vous répondre.',
    trap: 'Laissez ce champ vide',
    sent: 'Merci. Votre message a bien été envoyé.',
    reference: 'Votre référence',
    referenceHelp: 'Merci de la rappeler si vous nous écrivez ou nous appelez à ce sujet.',
    onward: 'En attendant',
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
    missing: {
      message: 'Veuillez nous écrire quelques mots.',
      details: 'Veuillez nous dire ce dont vous avez besoin.',
    },
    tooLong: (max) => `Ce champ ne doit pas dépasser ${max} caractères.`,
    oneLine: 'Veuillez tout écrire sur une seule ligne.',
    characters: 'Ce champ contient des caractères qui ne peuvent pas être enregistrés.',
    email: 'Veuillez saisir une adresse e-mail valide.',
    emailLocalPart:
      'Avant le @, seuls sont possibles des lettres sans accent, des chiffres et certains signes.',
    invalid: 'Cette saisie n’est pas acceptée.',
    tooManyTries: (seconds) => {
      const { count, isMinutes } = waitingTimeOf(seconds);
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
    inviteSubject: (company) => `Votre compte chez ${company}`,
    invite: (person, company, by, link) => [
      `Bonjour ${person},`,
      `${by} a créé un compte pour vous chez ${company}.\nOuvrez cette adresse pour choisir votre mot de passe et vous connecter\u00a0:`,
      link,
      'Elle fonctionne une fois, pendant 7 jours. Ensuite, demandez une nouvelle\ninvitation.',
    ],
    quotation: (service) => `Demande de devis\u00a0: ${service}`,
    internship: (field) => `Candidature à un stage\u00a0: ${field}`,
    application: (job) => `Candidature\u00a0: ${job}`,
    noticeSubject: (subject) => `Nouveau message\u00a0: ${subject}`,
    notice: (person, email, company) => `${person} (${email}) a écrit à ${company}\u00a0:`,
    wrote: (person, day) => `Le ${day}, ${person} a écrit\u00a0:`,
    receiptSubject: (company) => `${company} a bien reçu votre message`,
    digestSubject: (count, company) => `Nouveaux messages à ${company}\u00a0: ${count}`,
    assignedSubject: (by, company) => `${by} vous a attribué un message à ${company}`,
    readIt: 'À lire dans la boîte de réception\u00a0:',
    floodSubject: (company) => `Beaucoup de messages à la fois pour ${company}`,
    flood: (posts) =>
      `Les formulaires du site ont reçu ${posts} messages en une heure. Tant que cela\ndure, seuls les messages qui semblent authentiques arrivent dans la boîte de\nréception\u00a0; les autres sont marqués comme indésirables. Aucun e-mail n’est\nenvoyé pour chacun d’eux. Rien n’est perdu.`,
    mailFlood:
      'En une heure, il est arrivé plus d’e-mails que la boîte de réception n’en\naccepte. Tant que cela dure, les suivants sont marqués comme indésirables,\nsans que vous en soyez averti par e-mail. Rien n’est perdu.',
    lookThrough: 'Veuillez parcourir la boîte de réception et les indésirables\u00a0:',
  },
  accountMails: {
    subject: (what, company) => `${what}\u00a0: ${company}`,
    hello: (person) => `Bonjour ${person},`,
    facts: (moment, address) => `Quand\u00a0: ${moment}\nDepuis\u00a0: ${address}`,
    wasItYou: (link) =>
      `Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe et fermez les autres sessions\u00a0:\n${link}`,
    askAdmin: 'Si vous ne vous y attendiez pas, adressez-vous à l’administration du site.',
    events: {
      sign_in: {
        subject: 'Nouvelle connexion',
        text: 'Quelqu’un s’est connecté à votre compte depuis un navigateur jamais utilisé auparavant pour ce compte.',
      },
      sso_sign_in: {
        subject: 'Nouvelle connexion',
        text: 'Quelqu’un s’est connecté à votre compte par authentification unique depuis un nouveau navigateur.',
      },
      password_changed: {
        subject: 'Nouveau mot de passe',
        text: 'Le mot de passe de votre compte a été modifié.',
      },
      reset_used: {
        subject: 'Nouveau mot de passe',
        text: 'Le mot de passe de votre compte a été défini au moyen d’un lien de réinitialisation.',
      },
      email_changed: {
        subject: 'Nouvelle adresse e-mail',
        text: (before, email) =>
          `L’adresse e-mail de votre compte a changé. Avant\u00a0: ${before}. Maintenant\u00a0: ${email}.`,
      },
      role_changed: {
        subject: 'Nouveau rôle',
        text: (role) => `Le rôle de votre compte est maintenant\u00a0: ${role}.`,
      },
      factor_added: {
        subject: 'Second facteur ajouté',
        text: (factor) => `Un second facteur a été ajouté à votre compte\u00a0: ${factor}.`,
      },
      factor_removed: {
        subject: 'Second facteur supprimé',
        text: 'Un second facteur a été supprimé de votre compte.',
      },
      user_deactivated: {
        subject: 'Compte désactivé',
        text: 'L’administration a désactivé votre compte. Vous ne pouvez plus vous connecter, et vos sessions sont fermées.',
      },
      user_reactivated: {
        subject: 'Compte réactivé',
        text: 'L’administration a réactivé votre compte. Vous pouvez de nouveau vous connecter comme avant.',
      },
      sessions_ended: {
        subject: 'Sessions fermées',
        text: (count) =>
          plural(count, {
            one: 'L’administration a fermé une session de votre compte.',
            other: `L’administration a fermé ${count} sessions de votre compte.`,
          }),
      },
      recovery_codes_made: {
        subject: 'Nouveaux codes de secours',
        text: 'De nouveaux codes de secours ont été créés pour votre compte.',
      },
      recovery_code_used: {
        subject: 'Code de secours utilisé',
        text: 'Un code de secours a servi à se connecter à votre compte.',
      },
      token_made: {
        subject: 'Nouveau jeton d’API',
        text: (token, scopes, day) =>
          `Le jeton d’API «\u00a0${token}\u00a0» a été créé pour votre compte. Un programme peut s’en servir pour\u00a0: ${scopes}. Date d’expiration\u00a0: ${day}. Vous pouvez le révoquer à tout moment dans votre compte.`,
      },
    },
    newAdmin: {
      subject: 'Nouvel accès administrateur',
      text: (person, email) => `${person} (${email}) dispose désormais d’un accès administrateur.`,
      next: (link) =>
        `Si aucun d’entre vous n’en est à l’origine, consultez le journal de sécurité et changez votre mot de passe\u00a0:\n${link}`,
    },
    tokenExpires: {
      subject: 'Un jeton d’API expire bientôt',
      text: (token, day) =>
        `Le jeton d’API «\u00a0${token}\u00a0» de votre compte expire le ${day}. Le programme qui l’utilise cessera alors de fonctionner.`,
      next: (link) =>
        `Si vous en avez encore besoin, créez-en un nouveau et enregistrez-le dans le programme\u00a0:\n${link}`,
    },
    webhookOff: {
      subject: 'Webhook désactivé',
      text: (webhook, host) =>
        `Le webhook «\u00a0${webhook}\u00a0» est désactivé, car ${host} n’accepte pas ses envois.`,
      next: (link) =>
        `Quand le destinataire fonctionnera de nouveau, réactivez le webhook. Ce qu’il a manqué se trouve ici\u00a0:\n${link}`,
    },
  },
};
