// Mail domains of private persons, which do not identify a company (crm.md section 2). Add missing ones here.

const PERSONAL_DOMAINS = new Set(
  `gmail.com googlemail.com ymail.com rocketmail.com msn.com icloud.com me.com mac.com aol.com proton.me
  protonmail.com pm.me web.de t-online.de mail.ru qq.com 163.com 126.com sina.com zoho.com zohomail.com fastmail.com
  tutanota.com tuta.com hey.com comcast.net verizon.net orange.fr free.fr laposte.net wanadoo.fr libero.it naver.com
  daum.net rediffmail.com btinternet.com mail.com`.split(/\s+/),
);

/** Providers with domains under many country suffixes. */
const PERSONAL_DOMAIN_PATTERN = /^(yahoo|outlook|hotmail|live|gmx|yandex)\.[a-z]{2,3}(\.[a-z]{2})?$/;

/** Returns whether a normalized host is a personal mail domain. */
export function isPersonalDomain(host: string): boolean {
  return PERSONAL_DOMAINS.has(host) || PERSONAL_DOMAIN_PATTERN.test(host);
}
