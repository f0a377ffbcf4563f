// Mail domains of persons, which identify no company (crm.md section 2). Add a line where one is missing.

const EXACT = new Set(
  `gmail.com googlemail.com ymail.com rocketmail.com msn.com icloud.com me.com mac.com aol.com proton.me
  protonmail.com pm.me web.de t-online.de mail.ru qq.com 163.com 126.com sina.com zoho.com zohomail.com fastmail.com
  tutanota.com tuta.com hey.com comcast.net verizon.net orange.fr free.fr laposte.net wanadoo.fr libero.it naver.com
  daum.net rediffmail.com btinternet.com mail.com`.split(/\s+/),
);

/** Providers with a domain in many countries: the name before any public suffix. */
const UNDER_ANY_SUFFIX = /^(yahoo|outlook|hotmail|live|gmx|yandex)\.[a-z]{2,3}(\.[a-z]{2})?$/;

/** Whether a normalized host is a personal mail domain. */
export function isPersonalDomain(host: string): boolean {
  return EXACT.has(host) || UNDER_ANY_SUFFIX.test(host);
}
