/** Providers whose addresses anyone can get. Names cover every country: yahoo.co.uk, outlook.fr. */
const publicProviders = new Set([
  ...['gmail', 'googlemail', 'yahoo', 'ymail', 'rocketmail', 'hotmail', 'outlook', 'live', 'msn', 'aol', 'aim'],
  ...['icloud', 'me', 'mac', 'proton', 'protonmail', 'pm', 'gmx', 'web', 'mail', 'email', 'yandex', 'zoho', 'zohomail'],
  ...[
    'fastmail',
    'hey',
    'tutanota',
    'tuta',
    'hushmail',
    'duck',
    'inbox',
    'qq',
    '163',
    '126',
    'naver',
    'daum',
    'rediffmail',
  ],
  ...['comcast', 'att', 'verizon', 'sbcglobal', 'bellsouth', 'cox', 'charter', 'spectrum', 'earthlink', 'juno'],
  ...[
    'optonline',
    'frontier',
    'windstream',
    'centurylink',
    'bt',
    'btinternet',
    'orange',
    'free',
    'laposte',
    't-online',
  ],
])

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** Whether both addresses are at the domain of one company. False for public mail providers. */
export function isSameCompanyDomain(one: string, other: string) {
  const domain = domainOf(one)
  return domain === domainOf(other) && !publicProviders.has(domain.split('.')[0] ?? '')
}
