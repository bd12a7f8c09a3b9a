"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // A cell as something to sort by: its first number, else its words; nothing comes last.
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    const text = (cell.querySelector("b") || cell).textContent.trim();
    const number = parseFloat(text.replace(/,/g, "").replace(/^[<>]/, ""));
    if (text === "" || text === "–") return { rank: 2 };
    return Number.isNaN(number) ? { rank: 1, text } : { rank: 0, number };
  };
  const compare = (a, b) =>
    a.rank - b.rank || (a.rank === 0 ? a.number - b.number : (a.text || "").localeCompare(b.text || ""));

  const sortable = (table) => {
    const heads = all("thead th", table);
    const bodies = [...table.tBodies].filter((body) => !body.classList.contains("sum")).map((body) => ({ body, rows: [...body.rows] }));
    const sort = (column, order) => {
      for (const { body, rows } of bodies) {
        const keyed = rows.map((row, place) => ({ row, place, key: keyOf(row, column) }));
        if (order !== "none") {
          keyed.sort((a, b) => {
            if (a.key.rank === 2 || b.key.rank === 2) return a.key.rank - b.key.rank || a.place - b.place;
            return (order === "ascending" ? 1 : -1) * compare(a.key, b.key) || a.place - b.place;
          });
        }
        body.append(...keyed.map(({ row }) => row));
      }
      heads.forEach((head, place) => {
        if (place === column && order !== "none") head.setAttribute("aria-sort", order);
        else head.removeAttribute("aria-sort");
      });
    };
    const next = { ascending: "descending", descending: "none" };
    heads.forEach((head, column) => {
      // On paper nobody can open what is closed.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = all("details.claims:not([open])");
    opened.forEach((group) => { group.open = true; });
  });
  window.addEventListener("afterprint", () => opened.forEach((group) => { group.open = false; }));

  const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(column, next[head.getAttribute("aria-sort")] || "ascending"));
    });
  };

  const filterable = (table) => {
    const rows = all("tbody:not(.sum) tr", table);
    if (rows.length < 6 || table.closest("details.dataset")) return;
    const box = document.createElement("div");
    box.className = "filters";
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "search";
    label.append("Filter rows ", input);
    box.append(label);
    let select = null;
    if (table.classList.contains("marked")) {
      const choice = document.createElement("label");
      select = document.createElement("select");
      for (const [value, words] of [
        ["", "all rows"],
        [".v-differs", "rows where a cell differs"],
        [".v-differs,.v-near", "rows where a cell is near or differs"],
      ]) select.append(new Option(words, value));
      choice.append("Show ", select);
      box.append(choice);
    }
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    box.append(count);
    const filter = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        const fits = words.every((word) => text.includes(word)) && (!select || !select.value || row.querySelector(select.value));
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      }
      count.textContent = shown < rows.length ? `${shown} of ${rows.length} rows` : "";
    };
    input.addEventListener("input", filter);
    if (select) select.addEventListener("change", filter);
    table.closest(".block").insertBefore(box, table.closest(".scroll"));
  };

  const scatter = () => {
    const source = document.getElementById("scatter-data");
    if (!source) return;
    const data = JSON.parse(source.textContent);
    const figure = document.getElementById("scatter");
    const form = figure.querySelector("form");
    const far = data.far;
    const newDot = (svg, dataset) => {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      dot.setAttribute("class", "f-accent k-ground");
      dot.setAttribute("r", "4.5");
      dot.dataset.key = `dot:${dataset}`;
      dot.append(document.createElementNS("http://www.w3.org/2000/svg", "title"));
      svg.append(dot);
      return dot;
    };
    const newName = (svg, dataset) => {
      const name = document.createElementNS("http://www.w3.org/2000/svg", "text");
      name.setAttribute("class", "f-soft");
      name.setAttribute("font-size", "10");
      name.dataset.key = `name:${dataset}`;
      name.textContent = dataset;
      svg.append(name);
      return name;
    };
    const draw = () => {
      const first = Number(form.elements.first.value);
      const second = Number(form.elements.second.value);
      const metric = form.elements.metric.value;
      const found = data.metrics[metric];
      const names = [data.methods[first], data.methods[second]];
      const [wins, losses, ties] = found.records[second][first];
      const sets = wins + losses + ties === 1 ? "1 data set" : `${wins + losses + ties} data sets`;
      const said = first === second ? "" :
        `${names[1]} has the lower ${metric} on ${wins} of ${sets}, ${names[0]} on ${losses}, ties ${ties}.`;
      all(".drawing", figure).forEach((drawing) => { drawing.hidden = drawing.dataset.metric !== metric; });
      const svg = figure.querySelector(`.drawing[data-metric="${metric}"] svg`);
      svg.setAttribute("aria-label", `Scatter of ${metric}, ${names[1]} against ${names[0]}. ${said}`);
      const marks = new Map(all("[data-key]", svg).map((mark) => [mark.dataset.key, mark]));
      marks.get("x-title").textContent = `${names[0]}, ${metric} in %`;
      marks.get("y-title").textContent = `${names[1]}, ${metric} in %`;
      marks.get("above").textContent = `${names[0]} lower`;
      marks.get("below").textContent = `${names[1]} lower`;
      data.datasets.forEach((dataset, place) => {
        const dot = marks.get(`dot:${dataset}`) || newDot(svg, dataset);
        const name = marks.get(`name:${dataset}`) || newName(svg, dataset);
        const x = found.x[first][place];
        const y = found.y[second][place];
        const known = x !== null && y !== null;
        const off = x - data.origin[0] + y - data.origin[1];
        const left = x > data.turns[off > 0 ? "below" : "above"];
        dot.style.display = known ? "" : "none";
        name.style.display = known && Math.abs(off) > data.far ? "" : "none";
        if (!known) return;
        dot.setAttribute("cx", x);
        dot.setAttribute("cy", y);
        name.setAttribute("x", x + (left ? -8 : 8));
        name.setAttribute("text-anchor", left ? "end" : "start");
        name.setAttribute("y", y + 3.5);
        dot.querySelector("title").textContent =
          `${dataset}: ${names[0]} ${found.text[first][place]}, ${names[1]} ${found.text[second][place]}`;
      });
      figure.querySelector(".told").textContent = said;
    };
    form.hidden = false;
    form.addEventListener("change", draw);
    form.addEventListener("submit", (event) => event.preventDefault());
  };

  all("table.data").forEach((table) => { sortable(table); filterable(table); });
  scatter();

  // On paper nobody can open what is closed.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = all("details.claims:not([open])");
    opened.forEach((group) => { group.open = true; });
  });
  window.addEventListener("afterprint", () => opened.forEach((group) => { group.open = false; }));

  const button = document.querySelector(".open-all");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const closed = all("details.dataset").some((set) => !set.open);
      all("details.dataset").forEach((set) => { set.open = closed; });
      button.textContent = closed ? "Close all" : "Open all";
    });
  }
})();
