import type { TemplateLayout } from '@sherpa/contracts/deal-import'

const deal = ['Kind', 'Athlete', 'Company or club', 'Title', 'Signed on', 'Starts', 'Ends', 'Currency', 'Fee']
const last = ['Guardian who signed', 'Contract PDF (file name)']

/** Tables to fill in, with an example. Their headings are recognized as they are. */
export const templates: Record<TemplateLayout, string[][]> = {
  deals: [
    [...deal, 'Category', 'Amount', 'Paid', 'First payment', 'Number of payments', 'Received so far', ...last],
    [
      ...['Sponsorship', 'Jonah Example', 'Example Sportswear', 'Shoe deal', '2025-02-10', '2025-03-01', '2027-02-28'],
      ...['USD', '15%', 'Footwear', '120000', 'Every quarter', '2025-03-15', '8', '45000', '', 'shoe-deal.pdf'],
    ],
  ],
  seasons: [
    [
      ...deal,
      ...['Season', 'Base salary', 'Roster bonus', 'Other bonus', 'Signing bonus', 'Guaranteed', 'Paid'],
      ...['First payment', 'Number of payments', 'Received so far', ...last],
    ],
    [
      ...['Contract', 'Maya Example', 'Example City FC', '', '2024-03-15', '2024-03-15', '2027-02-28', 'USD', '3%'],
      ...['2024', '900000', '', '', '250000', '900000', 'NFL', '', '', '1150000', '', 'example.pdf'],
    ],
    [
      ...['Contract', 'Maya Example', 'Example City FC', '', '2024-03-15', '2024-03-15', '2027-02-28', 'USD', '3%'],
      ...['2025', '1100000', '', '', '', '', 'NFL', '2025-09-04', '36', '', '', ''],
    ],
  ],
  payments: [
    [...deal, 'Payment', 'Amount', 'Due on', 'Received so far', 'Received on', ...last],
    [
      ...['NIL', 'Sam Example', 'Example Drinks', 'Summer campaign', '2025-05-02', '2025-06-01', '2026-05-31', 'USD'],
      ...['10%', 'First half', '7500', '2025-06-15', '7500', '2025-06-20', '', 'campaign.pdf'],
    ],
    [
      ...['NIL', 'Sam Example', 'Example Drinks', 'Summer campaign', '2025-05-02', '2025-06-01', '2026-05-31', 'USD'],
      ...['10%', 'Second half', '7500', '2026-01-15', '', '', '', ''],
    ],
  ],
}
