import { type Templates, writeTemplate } from './template.ts';

const note =
  'Ce modèle est un point de départ et non un conseil juridique. Vérifiez-le, complétez-le, puis supprimez cette ligne.';

export const legalTemplatesFR: Templates = {
  imprint: writeTemplate('Mentions légales', note, [
    [
      'Éditeur du site',
      '{legal_name}\n{address}',
      'Forme juridique et capital social : [[ forme et capital ]]\nImmatriculation : {registration}\nNuméro de TVA : {vat}',
    ],
    ['Contact', 'Téléphone : {phone}\nE-mail : {email}'],
    ['Directeur de la publication', '[[ nom ]]'],
    ['Hébergeur', '[[ nom, adresse et téléphone ]]'],
  ]),
  privacy: writeTemplate('Confidentialité', note, [
    ['Responsable du traitement', '{legal_name}\n{address}\n{email_or:Contact}'],
    [
      'Lors de votre visite',
      'Ce site ne dépose aucun cookie chez les visiteurs, ne charge rien de tiers et ne mesure aucun comportement. Votre adresse IP parvient à notre serveur pour qu’il puisse répondre. Elle reste dans son journal pendant [[ durée, par exemple 14 jours ]], afin d’examiner les pannes et les abus. {visit_counting}',
    ],
    [
      'Lorsque vous nous écrivez',
      'Nous conservons ce que vous saisissez dans un formulaire et ce que vous y joignez, ainsi que la date, afin de vous répondre. La base légale est un contrat ou sa préparation, sinon notre intérêt légitime à répondre (article 6 du RGPD).',
      'Contre le spam, le serveur retient pendant {form_minutes} minutes au plus quelle adresse IP a envoyé un formulaire.',
      'Les demandes sont supprimées {contact_months} mois après leur traitement ; les candidatures, {application_months} mois après leur traitement ou leur refus.',
    ],
    ['Destinataires', 'Le serveur est exploité par [[ nom et pays de l’hébergeur ]].'],
    [
      'Vos droits',
      'Selon le RGPD, vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur limitation et leur portabilité, et vous opposer à leur traitement. Écrivez à {email_or:notre équipe}. Vous pouvez aussi saisir la CNIL.',
    ],
  ]),
  terms: writeTemplate('Conditions d’utilisation', note, [
    [
      'Objet',
      'Ces conditions s’appliquent à l’utilisation de ce site, édité par {legal_name}. Nos prestations relèvent des contrats que nous concluons.',
    ],
    [
      'Contenus',
      'Les textes et les images de ce site sont protégés par le droit d’auteur. Tout usage au-delà de ce que permet la loi demande notre accord.',
    ],
    [
      'Responsabilité',
      'Nous rédigeons ce site avec soin, sans pouvoir promettre qu’il soit complet et à jour. Notre responsabilité légale reste entière.',
    ],
    ['Liens', 'Les autres sites vers lesquels nous renvoyons relèvent de leurs éditeurs.'],
    [
      'Droit applicable',
      'Le droit français s’applique. Les droits impératifs des consommateurs restent réservés.',
    ],
  ]),
};
