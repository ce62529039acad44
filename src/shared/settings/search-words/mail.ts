/** What people call the settings of mails, by field. */
export const mailWords: Readonly<Record<string, string>> = {
  '': 'e-mail, mailbox, E-Mail, Postfach, courriel, messagerie, correo, e-posta',
  answers_to:
    'reply-to, reply address, Antwortadresse, adresse de réponse, dirección de respuesta, yanıt adresi',
  copy_to: 'bcc, blind copy, copies, Kopie, Blindkopie, copie, copia, kopya',
};
