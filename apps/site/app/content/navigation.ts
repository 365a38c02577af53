import { PLATFORM_URL } from '../settings'

/** The landing page's sections that the menu leads to, in the order of the page. */
export const menuSections = [
  { id: 'home', label: 'Home' },
  { id: 'HowItWorks', label: 'How It Works' },
  { id: 'about', label: 'About' },
  { id: 'Partners', label: 'Partners' },
  { id: 'ContactUs', label: 'Contact Us' },
] as const

export type MenuSection = (typeof menuSections)[number]['id']

export const platformLinks = {
  logIn: { label: 'Log In', url: `${PLATFORM_URL}/login` },
  register: { label: 'Register', url: `${PLATFORM_URL}/register` },
  getStarted: { label: 'Get Started', url: `${PLATFORM_URL}/login` },
} as const

export const footerLinks = [
  { to: '/about-us', label: 'About Sherpa' },
  { to: '/key-use-cases', label: 'Key Use Cases' },
  { to: '/contact-us', label: 'Contact Support' },
  { to: '/faqs', label: 'FAQs' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
] as const
