// Order, search and choice among the cards; without it the sheet is whole, worst pages first.
(() => {
  const cards = document.getElementById('cards');
  const controls = document.getElementById('controls');
  if (!cards || !controls) return;
  const all = Array.from(cards.children);
  const search = document.getElementById('search');
  const order = document.getElementById('order');
  const show = document.getElementById('show');
  const grid = document.getElementById('grid');
  const shown = document.getElementById('shown');
  const number = (card, key) => Number(card.dataset[key]);
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of all) {
      const text = card.dataset.text.toLowerCase();
      const wanted = show.value === 'all' || card.dataset.state === show.value ||
        (show.value === 'review' && card.dataset.state === 'failed') ||
        (show.value === 'moved' && card.dataset.moved === 'true');
      card.hidden = !wanted || !words.every((word) => text.includes(word));
      count += card.hidden ? 0 : 1;
    }
    shown.textContent = count === all.length ? '' : count + ' of ' + all.length + ' shown';
  };
  const sort = () => {
    const key = order.value;
    all.sort((a, b) => number(a, key) - number(b, key));
    cards.append(...all);
  };
  search.addEventListener('input', apply);
  show.addEventListener('change', apply);
  order.addEventListener('change', sort);
  grid.addEventListener('change', () => document.body.classList.toggle('bare', !grid.checked));
  controls.hidden = false;
  sort();
  apply();
})();
