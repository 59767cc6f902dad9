; split a by 8 as unroll overlap
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %n0_at = getelementptr inbounds i64, ptr %vars, i64 0
  %n0 = load i64, ptr %n0_at, align 8, !invariant.load !{}  ; rows
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc97 = alloca <16 x float>
  %acc98 = alloca <16 x float>
  %acc99 = alloca <16 x float>
  %acc100 = alloca <16 x float>
  %acc101 = alloca <16 x float>
  %acc102 = alloca <16 x float>
  %acc103 = alloca <16 x float>
  %acc104 = alloca <16 x float>
  %acc105 = alloca <16 x float>
  %acc106 = alloca <16 x float>
  %acc107 = alloca <16 x float>
  %acc108 = alloca <16 x float>
  %acc109 = alloca <16 x float>
  %acc110 = alloca <16 x float>
  %acc111 = alloca <16 x float>
  %acc112 = alloca <16 x float>
  %acc113 = alloca <16 x float>
  %acc114 = alloca <16 x float>
  %acc115 = alloca <16 x float>
  %acc116 = alloca <16 x float>
  %acc117 = alloca <16 x float>
  %acc118 = alloca <16 x float>
  %acc119 = alloca <16 x float>
  %acc120 = alloca <16 x float>
  %v0 = add nsw i64 %n0, 7
  %v1 = sdiv i64 %v0, 8
  %v2 = add nsw i64 %n0, -1
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 128
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v3 = mul nsw i64 %i0, 48
  %v4 = mul nsw i64 %i0, 96
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v5 = mul nsw i64 %i1, 6144
  %v6 = add nsw i64 %v3, %v5
  %v7 = mul nsw i64 %i1, 48
  %v8 = add nsw i64 %v4, %v7
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 3
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v9 = mul nsw i64 %i2, 16
  %v10 = add nsw i64 %v6, %v9
  %v11 = getelementptr inbounds float, ptr %tile0, i64 %v10
  %v12 = add nsw i64 %v8, %v9
  %v13 = getelementptr inbounds float, ptr %d2, i64 %v12
  %v14 = load <16 x float>, ptr %v13, align 4
  store <16 x float> %v14, ptr %v11, align 4
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i0.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, %v1
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v15 = mul nsw i64 %i3, 8
  %v16 = icmp slt i64 %v15, %n0
  %v17 = select i1 %v16, i64 %v15, i64 %v2
  %v18 = mul nsw i64 %v17, 96
  %v19 = insertelement <16 x i64> poison, i64 %v18, i64 0
  %v20 = shufflevector <16 x i64> %v19, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v21 = mul nsw i64 %v17, 128
  %v22 = add nsw i64 %v15, 1
  %v23 = icmp slt i64 %v22, %n0
  %v24 = select i1 %v23, i64 %v22, i64 %v2
  %v25 = mul nsw i64 %v24, 128
  %v26 = add nsw i64 %v15, 2
  %v27 = icmp slt i64 %v26, %n0
  %v28 = select i1 %v27, i64 %v26, i64 %v2
  %v29 = mul nsw i64 %v28, 128
  %v30 = add nsw i64 %v15, 3
  %v31 = icmp slt i64 %v30, %n0
  %v32 = select i1 %v31, i64 %v30, i64 %v2
  %v33 = mul nsw i64 %v32, 128
  %v34 = add nsw i64 %v15, 4
  %v35 = icmp slt i64 %v34, %n0
  %v36 = select i1 %v35, i64 %v34, i64 %v2
  %v37 = mul nsw i64 %v36, 128
  %v38 = add nsw i64 %v15, 5
  %v39 = icmp slt i64 %v38, %n0
  %v40 = select i1 %v39, i64 %v38, i64 %v2
  %v41 = mul nsw i64 %v40, 128
  %v42 = add nsw i64 %v15, 6
  %v43 = icmp slt i64 %v42, %n0
  %v44 = select i1 %v43, i64 %v42, i64 %v2
  %v45 = mul nsw i64 %v44, 128
  %v46 = add nsw i64 %v15, 7
  %v47 = icmp slt i64 %v46, %n0
  %v48 = select i1 %v47, i64 %v46, i64 %v2
  %v49 = mul nsw i64 %v48, 128
  %v50 = mul nsw i64 %v24, 96
  %v51 = insertelement <16 x i64> poison, i64 %v50, i64 0
  %v52 = shufflevector <16 x i64> %v51, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v53 = mul nsw i64 %v28, 96
  %v54 = insertelement <16 x i64> poison, i64 %v53, i64 0
  %v55 = shufflevector <16 x i64> %v54, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v56 = mul nsw i64 %v32, 96
  %v57 = insertelement <16 x i64> poison, i64 %v56, i64 0
  %v58 = shufflevector <16 x i64> %v57, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v59 = mul nsw i64 %v36, 96
  %v60 = insertelement <16 x i64> poison, i64 %v59, i64 0
  %v61 = shufflevector <16 x i64> %v60, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v62 = mul nsw i64 %v40, 96
  %v63 = insertelement <16 x i64> poison, i64 %v62, i64 0
  %v64 = shufflevector <16 x i64> %v63, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v65 = mul nsw i64 %v44, 96
  %v66 = insertelement <16 x i64> poison, i64 %v65, i64 0
  %v67 = shufflevector <16 x i64> %v66, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v68 = mul nsw i64 %v48, 96
  %v69 = insertelement <16 x i64> poison, i64 %v68, i64 0
  %v70 = shufflevector <16 x i64> %v69, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v71 = mul nsw i64 %i4, 48
  %v72 = insertelement <16 x i64> poison, i64 %v71, i64 0
  %v73 = shufflevector <16 x i64> %v72, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v74 = add <16 x i64> %v73, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v75 = add <16 x i64> %v74, %v20
  %v76 = extractelement <16 x i64> %v75, i64 0
  %v77 = getelementptr inbounds float, ptr %d0, i64 %v76
  %v78 = mul nsw i64 %i4, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc97
  store <16 x float> splat (float 0x0000000000000000), ptr %acc98
  store <16 x float> splat (float 0x0000000000000000), ptr %acc99
  store <16 x float> splat (float 0x0000000000000000), ptr %acc100
  store <16 x float> splat (float 0x0000000000000000), ptr %acc101
  store <16 x float> splat (float 0x0000000000000000), ptr %acc102
  store <16 x float> splat (float 0x0000000000000000), ptr %acc103
  store <16 x float> splat (float 0x0000000000000000), ptr %acc104
  store <16 x float> splat (float 0x0000000000000000), ptr %acc105
  store <16 x float> splat (float 0x0000000000000000), ptr %acc106
  store <16 x float> splat (float 0x0000000000000000), ptr %acc107
  store <16 x float> splat (float 0x0000000000000000), ptr %acc108
  store <16 x float> splat (float 0x0000000000000000), ptr %acc109
  store <16 x float> splat (float 0x0000000000000000), ptr %acc110
  store <16 x float> splat (float 0x0000000000000000), ptr %acc111
  store <16 x float> splat (float 0x0000000000000000), ptr %acc112
  store <16 x float> splat (float 0x0000000000000000), ptr %acc113
  store <16 x float> splat (float 0x0000000000000000), ptr %acc114
  store <16 x float> splat (float 0x0000000000000000), ptr %acc115
  store <16 x float> splat (float 0x0000000000000000), ptr %acc116
  store <16 x float> splat (float 0x0000000000000000), ptr %acc117
  store <16 x float> splat (float 0x0000000000000000), ptr %acc118
  store <16 x float> splat (float 0x0000000000000000), ptr %acc119
  store <16 x float> splat (float 0x0000000000000000), ptr %acc120
  %v79 = extractelement <16 x i64> %v75, i64 1
  %v80 = getelementptr inbounds float, ptr %d0, i64 %v79
  %v81 = extractelement <16 x i64> %v75, i64 2
  %v82 = getelementptr inbounds float, ptr %d0, i64 %v81
  %v83 = extractelement <16 x i64> %v75, i64 3
  %v84 = getelementptr inbounds float, ptr %d0, i64 %v83
  %v85 = extractelement <16 x i64> %v75, i64 4
  %v86 = getelementptr inbounds float, ptr %d0, i64 %v85
  %v87 = extractelement <16 x i64> %v75, i64 5
  %v88 = getelementptr inbounds float, ptr %d0, i64 %v87
  %v89 = extractelement <16 x i64> %v75, i64 6
  %v90 = getelementptr inbounds float, ptr %d0, i64 %v89
  %v91 = extractelement <16 x i64> %v75, i64 7
  %v92 = getelementptr inbounds float, ptr %d0, i64 %v91
  %v93 = extractelement <16 x i64> %v75, i64 8
  %v94 = getelementptr inbounds float, ptr %d0, i64 %v93
  %v95 = extractelement <16 x i64> %v75, i64 9
  %v96 = getelementptr inbounds float, ptr %d0, i64 %v95
  %v97 = extractelement <16 x i64> %v75, i64 10
  %v98 = getelementptr inbounds float, ptr %d0, i64 %v97
  %v99 = extractelement <16 x i64> %v75, i64 11
  %v100 = getelementptr inbounds float, ptr %d0, i64 %v99
  %v101 = extractelement <16 x i64> %v75, i64 12
  %v102 = getelementptr inbounds float, ptr %d0, i64 %v101
  %v103 = extractelement <16 x i64> %v75, i64 13
  %v104 = getelementptr inbounds float, ptr %d0, i64 %v103
  %v105 = extractelement <16 x i64> %v75, i64 14
  %v106 = getelementptr inbounds float, ptr %d0, i64 %v105
  %v107 = extractelement <16 x i64> %v75, i64 15
  %v108 = getelementptr inbounds float, ptr %d0, i64 %v107
  %v109 = add nsw i64 %v71, 16
  %v110 = insertelement <16 x i64> poison, i64 %v109, i64 0
  %v111 = shufflevector <16 x i64> %v110, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v112 = add <16 x i64> %v111, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v113 = add <16 x i64> %v112, %v20
  %v114 = extractelement <16 x i64> %v113, i64 0
  %v115 = getelementptr inbounds float, ptr %d0, i64 %v114
  %v116 = extractelement <16 x i64> %v113, i64 1
  %v117 = getelementptr inbounds float, ptr %d0, i64 %v116
  %v118 = extractelement <16 x i64> %v113, i64 2
  %v119 = getelementptr inbounds float, ptr %d0, i64 %v118
  %v120 = extractelement <16 x i64> %v113, i64 3
  %v121 = getelementptr inbounds float, ptr %d0, i64 %v120
  %v122 = extractelement <16 x i64> %v113, i64 4
  %v123 = getelementptr inbounds float, ptr %d0, i64 %v122
  %v124 = extractelement <16 x i64> %v113, i64 5
  %v125 = getelementptr inbounds float, ptr %d0, i64 %v124
  %v126 = extractelement <16 x i64> %v113, i64 6
  %v127 = getelementptr inbounds float, ptr %d0, i64 %v126
  %v128 = extractelement <16 x i64> %v113, i64 7
  %v129 = getelementptr inbounds float, ptr %d0, i64 %v128
  %v130 = extractelement <16 x i64> %v113, i64 8
  %v131 = getelementptr inbounds float, ptr %d0, i64 %v130
  %v132 = extractelement <16 x i64> %v113, i64 9
  %v133 = getelementptr inbounds float, ptr %d0, i64 %v132
  %v134 = extractelement <16 x i64> %v113, i64 10
  %v135 = getelementptr inbounds float, ptr %d0, i64 %v134
  %v136 = extractelement <16 x i64> %v113, i64 11
  %v137 = getelementptr inbounds float, ptr %d0, i64 %v136
  %v138 = extractelement <16 x i64> %v113, i64 12
  %v139 = getelementptr inbounds float, ptr %d0, i64 %v138
  %v140 = extractelement <16 x i64> %v113, i64 13
  %v141 = getelementptr inbounds float, ptr %d0, i64 %v140
  %v142 = extractelement <16 x i64> %v113, i64 14
  %v143 = getelementptr inbounds float, ptr %d0, i64 %v142
  %v144 = extractelement <16 x i64> %v113, i64 15
  %v145 = getelementptr inbounds float, ptr %d0, i64 %v144
  %v146 = add nsw i64 %v71, 32
  %v147 = insertelement <16 x i64> poison, i64 %v146, i64 0
  %v148 = shufflevector <16 x i64> %v147, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v149 = add <16 x i64> %v148, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v150 = add <16 x i64> %v149, %v20
  %v151 = extractelement <16 x i64> %v150, i64 0
  %v152 = getelementptr inbounds float, ptr %d0, i64 %v151
  %v153 = extractelement <16 x i64> %v150, i64 1
  %v154 = getelementptr inbounds float, ptr %d0, i64 %v153
  %v155 = extractelement <16 x i64> %v150, i64 2
  %v156 = getelementptr inbounds float, ptr %d0, i64 %v155
  %v157 = extractelement <16 x i64> %v150, i64 3
  %v158 = getelementptr inbounds float, ptr %d0, i64 %v157
  %v159 = extractelement <16 x i64> %v150, i64 4
  %v160 = getelementptr inbounds float, ptr %d0, i64 %v159
  %v161 = extractelement <16 x i64> %v150, i64 5
  %v162 = getelementptr inbounds float, ptr %d0, i64 %v161
  %v163 = extractelement <16 x i64> %v150, i64 6
  %v164 = getelementptr inbounds float, ptr %d0, i64 %v163
  %v165 = extractelement <16 x i64> %v150, i64 7
  %v166 = getelementptr inbounds float, ptr %d0, i64 %v165
  %v167 = extractelement <16 x i64> %v150, i64 8
  %v168 = getelementptr inbounds float, ptr %d0, i64 %v167
  %v169 = extractelement <16 x i64> %v150, i64 9
  %v170 = getelementptr inbounds float, ptr %d0, i64 %v169
  %v171 = extractelement <16 x i64> %v150, i64 10
  %v172 = getelementptr inbounds float, ptr %d0, i64 %v171
  %v173 = extractelement <16 x i64> %v150, i64 11
  %v174 = getelementptr inbounds float, ptr %d0, i64 %v173
  %v175 = extractelement <16 x i64> %v150, i64 12
  %v176 = getelementptr inbounds float, ptr %d0, i64 %v175
  %v177 = extractelement <16 x i64> %v150, i64 13
  %v178 = getelementptr inbounds float, ptr %d0, i64 %v177
  %v179 = extractelement <16 x i64> %v150, i64 14
  %v180 = getelementptr inbounds float, ptr %d0, i64 %v179
  %v181 = extractelement <16 x i64> %v150, i64 15
  %v182 = getelementptr inbounds float, ptr %d0, i64 %v181
  %v183 = add <16 x i64> %v74, %v52
  %v184 = extractelement <16 x i64> %v183, i64 0
  %v185 = getelementptr inbounds float, ptr %d0, i64 %v184
  %v186 = extractelement <16 x i64> %v183, i64 1
  %v187 = getelementptr inbounds float, ptr %d0, i64 %v186
  %v188 = extractelement <16 x i64> %v183, i64 2
  %v189 = getelementptr inbounds float, ptr %d0, i64 %v188
  %v190 = extractelement <16 x i64> %v183, i64 3
  %v191 = getelementptr inbounds float, ptr %d0, i64 %v190
  %v192 = extractelement <16 x i64> %v183, i64 4
  %v193 = getelementptr inbounds float, ptr %d0, i64 %v192
  %v194 = extractelement <16 x i64> %v183, i64 5
  %v195 = getelementptr inbounds float, ptr %d0, i64 %v194
  %v196 = extractelement <16 x i64> %v183, i64 6
  %v197 = getelementptr inbounds float, ptr %d0, i64 %v196
  %v198 = extractelement <16 x i64> %v183, i64 7
  %v199 = getelementptr inbounds float, ptr %d0, i64 %v198
  %v200 = extractelement <16 x i64> %v183, i64 8
  %v201 = getelementptr inbounds float, ptr %d0, i64 %v200
  %v202 = extractelement <16 x i64> %v183, i64 9
  %v203 = getelementptr inbounds float, ptr %d0, i64 %v202
  %v204 = extractelement <16 x i64> %v183, i64 10
  %v205 = getelementptr inbounds float, ptr %d0, i64 %v204
  %v206 = extractelement <16 x i64> %v183, i64 11
  %v207 = getelementptr inbounds float, ptr %d0, i64 %v206
  %v208 = extractelement <16 x i64> %v183, i64 12
  %v209 = getelementptr inbounds float, ptr %d0, i64 %v208
  %v210 = extractelement <16 x i64> %v183, i64 13
  %v211 = getelementptr inbounds float, ptr %d0, i64 %v210
  %v212 = extractelement <16 x i64> %v183, i64 14
  %v213 = getelementptr inbounds float, ptr %d0, i64 %v212
  %v214 = extractelement <16 x i64> %v183, i64 15
  %v215 = getelementptr inbounds float, ptr %d0, i64 %v214
  %v216 = add <16 x i64> %v112, %v52
  %v217 = extractelement <16 x i64> %v216, i64 0
  %v218 = getelementptr inbounds float, ptr %d0, i64 %v217
  %v219 = extractelement <16 x i64> %v216, i64 1
  %v220 = getelementptr inbounds float, ptr %d0, i64 %v219
  %v221 = extractelement <16 x i64> %v216, i64 2
  %v222 = getelementptr inbounds float, ptr %d0, i64 %v221
  %v223 = extractelement <16 x i64> %v216, i64 3
  %v224 = getelementptr inbounds float, ptr %d0, i64 %v223
  %v225 = extractelement <16 x i64> %v216, i64 4
  %v226 = getelementptr inbounds float, ptr %d0, i64 %v225
  %v227 = extractelement <16 x i64> %v216, i64 5
  %v228 = getelementptr inbounds float, ptr %d0, i64 %v227
  %v229 = extractelement <16 x i64> %v216, i64 6
  %v230 = getelementptr inbounds float, ptr %d0, i64 %v229
  %v231 = extractelement <16 x i64> %v216, i64 7
  %v232 = getelementptr inbounds float, ptr %d0, i64 %v231
  %v233 = extractelement <16 x i64> %v216, i64 8
  %v234 = getelementptr inbounds float, ptr %d0, i64 %v233
  %v235 = extractelement <16 x i64> %v216, i64 9
  %v236 = getelementptr inbounds float, ptr %d0, i64 %v235
  %v237 = extractelement <16 x i64> %v216, i64 10
  %v238 = getelementptr inbounds float, ptr %d0, i64 %v237
  %v239 = extractelement <16 x i64> %v216, i64 11
  %v240 = getelementptr inbounds float, ptr %d0, i64 %v239
  %v241 = extractelement <16 x i64> %v216, i64 12
  %v242 = getelementptr inbounds float, ptr %d0, i64 %v241
  %v243 = extractelement <16 x i64> %v216, i64 13
  %v244 = getelementptr inbounds float, ptr %d0, i64 %v243
  %v245 = extractelement <16 x i64> %v216, i64 14
  %v246 = getelementptr inbounds float, ptr %d0, i64 %v245
  %v247 = extractelement <16 x i64> %v216, i64 15
  %v248 = getelementptr inbounds float, ptr %d0, i64 %v247
  %v249 = add <16 x i64> %v149, %v52
  %v250 = extractelement <16 x i64> %v249, i64 0
  %v251 = getelementptr inbounds float, ptr %d0, i64 %v250
  %v252 = extractelement <16 x i64> %v249, i64 1
  %v253 = getelementptr inbounds float, ptr %d0, i64 %v252
  %v254 = extractelement <16 x i64> %v249, i64 2
  %v255 = getelementptr inbounds float, ptr %d0, i64 %v254
  %v256 = extractelement <16 x i64> %v249, i64 3
  %v257 = getelementptr inbounds float, ptr %d0, i64 %v256
  %v258 = extractelement <16 x i64> %v249, i64 4
  %v259 = getelementptr inbounds float, ptr %d0, i64 %v258
  %v260 = extractelement <16 x i64> %v249, i64 5
  %v261 = getelementptr inbounds float, ptr %d0, i64 %v260
  %v262 = extractelement <16 x i64> %v249, i64 6
  %v263 = getelementptr inbounds float, ptr %d0, i64 %v262
  %v264 = extractelement <16 x i64> %v249, i64 7
  %v265 = getelementptr inbounds float, ptr %d0, i64 %v264
  %v266 = extractelement <16 x i64> %v249, i64 8
  %v267 = getelementptr inbounds float, ptr %d0, i64 %v266
  %v268 = extractelement <16 x i64> %v249, i64 9
  %v269 = getelementptr inbounds float, ptr %d0, i64 %v268
  %v270 = extractelement <16 x i64> %v249, i64 10
  %v271 = getelementptr inbounds float, ptr %d0, i64 %v270
  %v272 = extractelement <16 x i64> %v249, i64 11
  %v273 = getelementptr inbounds float, ptr %d0, i64 %v272
  %v274 = extractelement <16 x i64> %v249, i64 12
  %v275 = getelementptr inbounds float, ptr %d0, i64 %v274
  %v276 = extractelement <16 x i64> %v249, i64 13
  %v277 = getelementptr inbounds float, ptr %d0, i64 %v276
  %v278 = extractelement <16 x i64> %v249, i64 14
  %v279 = getelementptr inbounds float, ptr %d0, i64 %v278
  %v280 = extractelement <16 x i64> %v249, i64 15
  %v281 = getelementptr inbounds float, ptr %d0, i64 %v280
  %v282 = add <16 x i64> %v74, %v55
  %v283 = extractelement <16 x i64> %v282, i64 0
  %v284 = getelementptr inbounds float, ptr %d0, i64 %v283
  %v285 = extractelement <16 x i64> %v282, i64 1
  %v286 = getelementptr inbounds float, ptr %d0, i64 %v285
  %v287 = extractelement <16 x i64> %v282, i64 2
  %v288 = getelementptr inbounds float, ptr %d0, i64 %v287
  %v289 = extractelement <16 x i64> %v282, i64 3
  %v290 = getelementptr inbounds float, ptr %d0, i64 %v289
  %v291 = extractelement <16 x i64> %v282, i64 4
  %v292 = getelementptr inbounds float, ptr %d0, i64 %v291
  %v293 = extractelement <16 x i64> %v282, i64 5
  %v294 = getelementptr inbounds float, ptr %d0, i64 %v293
  %v295 = extractelement <16 x i64> %v282, i64 6
  %v296 = getelementptr inbounds float, ptr %d0, i64 %v295
  %v297 = extractelement <16 x i64> %v282, i64 7
  %v298 = getelementptr inbounds float, ptr %d0, i64 %v297
  %v299 = extractelement <16 x i64> %v282, i64 8
  %v300 = getelementptr inbounds float, ptr %d0, i64 %v299
  %v301 = extractelement <16 x i64> %v282, i64 9
  %v302 = getelementptr inbounds float, ptr %d0, i64 %v301
  %v303 = extractelement <16 x i64> %v282, i64 10
  %v304 = getelementptr inbounds float, ptr %d0, i64 %v303
  %v305 = extractelement <16 x i64> %v282, i64 11
  %v306 = getelementptr inbounds float, ptr %d0, i64 %v305
  %v307 = extractelement <16 x i64> %v282, i64 12
  %v308 = getelementptr inbounds float, ptr %d0, i64 %v307
  %v309 = extractelement <16 x i64> %v282, i64 13
  %v310 = getelementptr inbounds float, ptr %d0, i64 %v309
  %v311 = extractelement <16 x i64> %v282, i64 14
  %v312 = getelementptr inbounds float, ptr %d0, i64 %v311
  %v313 = extractelement <16 x i64> %v282, i64 15
  %v314 = getelementptr inbounds float, ptr %d0, i64 %v313
  %v315 = add <16 x i64> %v112, %v55
  %v316 = extractelement <16 x i64> %v315, i64 0
  %v317 = getelementptr inbounds float, ptr %d0, i64 %v316
  %v318 = extractelement <16 x i64> %v315, i64 1
  %v319 = getelementptr inbounds float, ptr %d0, i64 %v318
  %v320 = extractelement <16 x i64> %v315, i64 2
  %v321 = getelementptr inbounds float, ptr %d0, i64 %v320
  %v322 = extractelement <16 x i64> %v315, i64 3
  %v323 = getelementptr inbounds float, ptr %d0, i64 %v322
  %v324 = extractelement <16 x i64> %v315, i64 4
  %v325 = getelementptr inbounds float, ptr %d0, i64 %v324
  %v326 = extractelement <16 x i64> %v315, i64 5
  %v327 = getelementptr inbounds float, ptr %d0, i64 %v326
  %v328 = extractelement <16 x i64> %v315, i64 6
  %v329 = getelementptr inbounds float, ptr %d0, i64 %v328
  %v330 = extractelement <16 x i64> %v315, i64 7
  %v331 = getelementptr inbounds float, ptr %d0, i64 %v330
  %v332 = extractelement <16 x i64> %v315, i64 8
  %v333 = getelementptr inbounds float, ptr %d0, i64 %v332
  %v334 = extractelement <16 x i64> %v315, i64 9
  %v335 = getelementptr inbounds float, ptr %d0, i64 %v334
  %v336 = extractelement <16 x i64> %v315, i64 10
  %v337 = getelementptr inbounds float, ptr %d0, i64 %v336
  %v338 = extractelement <16 x i64> %v315, i64 11
  %v339 = getelementptr inbounds float, ptr %d0, i64 %v338
  %v340 = extractelement <16 x i64> %v315, i64 12
  %v341 = getelementptr inbounds float, ptr %d0, i64 %v340
  %v342 = extractelement <16 x i64> %v315, i64 13
  %v343 = getelementptr inbounds float, ptr %d0, i64 %v342
  %v344 = extractelement <16 x i64> %v315, i64 14
  %v345 = getelementptr inbounds float, ptr %d0, i64 %v344
  %v346 = extractelement <16 x i64> %v315, i64 15
  %v347 = getelementptr inbounds float, ptr %d0, i64 %v346
  %v348 = add <16 x i64> %v149, %v55
  %v349 = extractelement <16 x i64> %v348, i64 0
  %v350 = getelementptr inbounds float, ptr %d0, i64 %v349
  %v351 = extractelement <16 x i64> %v348, i64 1
  %v352 = getelementptr inbounds float, ptr %d0, i64 %v351
  %v353 = extractelement <16 x i64> %v348, i64 2
  %v354 = getelementptr inbounds float, ptr %d0, i64 %v353
  %v355 = extractelement <16 x i64> %v348, i64 3
  %v356 = getelementptr inbounds float, ptr %d0, i64 %v355
  %v357 = extractelement <16 x i64> %v348, i64 4
  %v358 = getelementptr inbounds float, ptr %d0, i64 %v357
  %v359 = extractelement <16 x i64> %v348, i64 5
  %v360 = getelementptr inbounds float, ptr %d0, i64 %v359
  %v361 = extractelement <16 x i64> %v348, i64 6
  %v362 = getelementptr inbounds float, ptr %d0, i64 %v361
  %v363 = extractelement <16 x i64> %v348, i64 7
  %v364 = getelementptr inbounds float, ptr %d0, i64 %v363
  %v365 = extractelement <16 x i64> %v348, i64 8
  %v366 = getelementptr inbounds float, ptr %d0, i64 %v365
  %v367 = extractelement <16 x i64> %v348, i64 9
  %v368 = getelementptr inbounds float, ptr %d0, i64 %v367
  %v369 = extractelement <16 x i64> %v348, i64 10
  %v370 = getelementptr inbounds float, ptr %d0, i64 %v369
  %v371 = extractelement <16 x i64> %v348, i64 11
  %v372 = getelementptr inbounds float, ptr %d0, i64 %v371
  %v373 = extractelement <16 x i64> %v348, i64 12
  %v374 = getelementptr inbounds float, ptr %d0, i64 %v373
  %v375 = extractelement <16 x i64> %v348, i64 13
  %v376 = getelementptr inbounds float, ptr %d0, i64 %v375
  %v377 = extractelement <16 x i64> %v348, i64 14
  %v378 = getelementptr inbounds float, ptr %d0, i64 %v377
  %v379 = extractelement <16 x i64> %v348, i64 15
  %v380 = getelementptr inbounds float, ptr %d0, i64 %v379
  %v381 = add <16 x i64> %v74, %v58
  %v382 = extractelement <16 x i64> %v381, i64 0
  %v383 = getelementptr inbounds float, ptr %d0, i64 %v382
  %v384 = extractelement <16 x i64> %v381, i64 1
  %v385 = getelementptr inbounds float, ptr %d0, i64 %v384
  %v386 = extractelement <16 x i64> %v381, i64 2
  %v387 = getelementptr inbounds float, ptr %d0, i64 %v386
  %v388 = extractelement <16 x i64> %v381, i64 3
  %v389 = getelementptr inbounds float, ptr %d0, i64 %v388
  %v390 = extractelement <16 x i64> %v381, i64 4
  %v391 = getelementptr inbounds float, ptr %d0, i64 %v390
  %v392 = extractelement <16 x i64> %v381, i64 5
  %v393 = getelementptr inbounds float, ptr %d0, i64 %v392
  %v394 = extractelement <16 x i64> %v381, i64 6
  %v395 = getelementptr inbounds float, ptr %d0, i64 %v394
  %v396 = extractelement <16 x i64> %v381, i64 7
  %v397 = getelementptr inbounds float, ptr %d0, i64 %v396
  %v398 = extractelement <16 x i64> %v381, i64 8
  %v399 = getelementptr inbounds float, ptr %d0, i64 %v398
  %v400 = extractelement <16 x i64> %v381, i64 9
  %v401 = getelementptr inbounds float, ptr %d0, i64 %v400
  %v402 = extractelement <16 x i64> %v381, i64 10
  %v403 = getelementptr inbounds float, ptr %d0, i64 %v402
  %v404 = extractelement <16 x i64> %v381, i64 11
  %v405 = getelementptr inbounds float, ptr %d0, i64 %v404
  %v406 = extractelement <16 x i64> %v381, i64 12
  %v407 = getelementptr inbounds float, ptr %d0, i64 %v406
  %v408 = extractelement <16 x i64> %v381, i64 13
  %v409 = getelementptr inbounds float, ptr %d0, i64 %v408
  %v410 = extractelement <16 x i64> %v381, i64 14
  %v411 = getelementptr inbounds float, ptr %d0, i64 %v410
  %v412 = extractelement <16 x i64> %v381, i64 15
  %v413 = getelementptr inbounds float, ptr %d0, i64 %v412
  %v414 = add <16 x i64> %v112, %v58
  %v415 = extractelement <16 x i64> %v414, i64 0
  %v416 = getelementptr inbounds float, ptr %d0, i64 %v415
  %v417 = extractelement <16 x i64> %v414, i64 1
  %v418 = getelementptr inbounds float, ptr %d0, i64 %v417
  %v419 = extractelement <16 x i64> %v414, i64 2
  %v420 = getelementptr inbounds float, ptr %d0, i64 %v419
  %v421 = extractelement <16 x i64> %v414, i64 3
  %v422 = getelementptr inbounds float, ptr %d0, i64 %v421
  %v423 = extractelement <16 x i64> %v414, i64 4
  %v424 = getelementptr inbounds float, ptr %d0, i64 %v423
  %v425 = extractelement <16 x i64> %v414, i64 5
  %v426 = getelementptr inbounds float, ptr %d0, i64 %v425
  %v427 = extractelement <16 x i64> %v414, i64 6
  %v428 = getelementptr inbounds float, ptr %d0, i64 %v427
  %v429 = extractelement <16 x i64> %v414, i64 7
  %v430 = getelementptr inbounds float, ptr %d0, i64 %v429
  %v431 = extractelement <16 x i64> %v414, i64 8
  %v432 = getelementptr inbounds float, ptr %d0, i64 %v431
  %v433 = extractelement <16 x i64> %v414, i64 9
  %v434 = getelementptr inbounds float, ptr %d0, i64 %v433
  %v435 = extractelement <16 x i64> %v414, i64 10
  %v436 = getelementptr inbounds float, ptr %d0, i64 %v435
  %v437 = extractelement <16 x i64> %v414, i64 11
  %v438 = getelementptr inbounds float, ptr %d0, i64 %v437
  %v439 = extractelement <16 x i64> %v414, i64 12
  %v440 = getelementptr inbounds float, ptr %d0, i64 %v439
  %v441 = extractelement <16 x i64> %v414, i64 13
  %v442 = getelementptr inbounds float, ptr %d0, i64 %v441
  %v443 = extractelement <16 x i64> %v414, i64 14
  %v444 = getelementptr inbounds float, ptr %d0, i64 %v443
  %v445 = extractelement <16 x i64> %v414, i64 15
  %v446 = getelementptr inbounds float, ptr %d0, i64 %v445
  %v447 = add <16 x i64> %v149, %v58
  %v448 = extractelement <16 x i64> %v447, i64 0
  %v449 = getelementptr inbounds float, ptr %d0, i64 %v448
  %v450 = extractelement <16 x i64> %v447, i64 1
  %v451 = getelementptr inbounds float, ptr %d0, i64 %v450
  %v452 = extractelement <16 x i64> %v447, i64 2
  %v453 = getelementptr inbounds float, ptr %d0, i64 %v452
  %v454 = extractelement <16 x i64> %v447, i64 3
  %v455 = getelementptr inbounds float, ptr %d0, i64 %v454
  %v456 = extractelement <16 x i64> %v447, i64 4
  %v457 = getelementptr inbounds float, ptr %d0, i64 %v456
  %v458 = extractelement <16 x i64> %v447, i64 5
  %v459 = getelementptr inbounds float, ptr %d0, i64 %v458
  %v460 = extractelement <16 x i64> %v447, i64 6
  %v461 = getelementptr inbounds float, ptr %d0, i64 %v460
  %v462 = extractelement <16 x i64> %v447, i64 7
  %v463 = getelementptr inbounds float, ptr %d0, i64 %v462
  %v464 = extractelement <16 x i64> %v447, i64 8
  %v465 = getelementptr inbounds float, ptr %d0, i64 %v464
  %v466 = extractelement <16 x i64> %v447, i64 9
  %v467 = getelementptr inbounds float, ptr %d0, i64 %v466
  %v468 = extractelement <16 x i64> %v447, i64 10
  %v469 = getelementptr inbounds float, ptr %d0, i64 %v468
  %v470 = extractelement <16 x i64> %v447, i64 11
  %v471 = getelementptr inbounds float, ptr %d0, i64 %v470
  %v472 = extractelement <16 x i64> %v447, i64 12
  %v473 = getelementptr inbounds float, ptr %d0, i64 %v472
  %v474 = extractelement <16 x i64> %v447, i64 13
  %v475 = getelementptr inbounds float, ptr %d0, i64 %v474
  %v476 = extractelement <16 x i64> %v447, i64 14
  %v477 = getelementptr inbounds float, ptr %d0, i64 %v476
  %v478 = extractelement <16 x i64> %v447, i64 15
  %v479 = getelementptr inbounds float, ptr %d0, i64 %v478
  %v480 = add <16 x i64> %v74, %v61
  %v481 = extractelement <16 x i64> %v480, i64 0
  %v482 = getelementptr inbounds float, ptr %d0, i64 %v481
  %v483 = extractelement <16 x i64> %v480, i64 1
  %v484 = getelementptr inbounds float, ptr %d0, i64 %v483
  %v485 = extractelement <16 x i64> %v480, i64 2
  %v486 = getelementptr inbounds float, ptr %d0, i64 %v485
  %v487 = extractelement <16 x i64> %v480, i64 3
  %v488 = getelementptr inbounds float, ptr %d0, i64 %v487
  %v489 = extractelement <16 x i64> %v480, i64 4
  %v490 = getelementptr inbounds float, ptr %d0, i64 %v489
  %v491 = extractelement <16 x i64> %v480, i64 5
  %v492 = getelementptr inbounds float, ptr %d0, i64 %v491
  %v493 = extractelement <16 x i64> %v480, i64 6
  %v494 = getelementptr inbounds float, ptr %d0, i64 %v493
  %v495 = extractelement <16 x i64> %v480, i64 7
  %v496 = getelementptr inbounds float, ptr %d0, i64 %v495
  %v497 = extractelement <16 x i64> %v480, i64 8
  %v498 = getelementptr inbounds float, ptr %d0, i64 %v497
  %v499 = extractelement <16 x i64> %v480, i64 9
  %v500 = getelementptr inbounds float, ptr %d0, i64 %v499
  %v501 = extractelement <16 x i64> %v480, i64 10
  %v502 = getelementptr inbounds float, ptr %d0, i64 %v501
  %v503 = extractelement <16 x i64> %v480, i64 11
  %v504 = getelementptr inbounds float, ptr %d0, i64 %v503
  %v505 = extractelement <16 x i64> %v480, i64 12
  %v506 = getelementptr inbounds float, ptr %d0, i64 %v505
  %v507 = extractelement <16 x i64> %v480, i64 13
  %v508 = getelementptr inbounds float, ptr %d0, i64 %v507
  %v509 = extractelement <16 x i64> %v480, i64 14
  %v510 = getelementptr inbounds float, ptr %d0, i64 %v509
  %v511 = extractelement <16 x i64> %v480, i64 15
  %v512 = getelementptr inbounds float, ptr %d0, i64 %v511
  %v513 = add <16 x i64> %v112, %v61
  %v514 = extractelement <16 x i64> %v513, i64 0
  %v515 = getelementptr inbounds float, ptr %d0, i64 %v514
  %v516 = extractelement <16 x i64> %v513, i64 1
  %v517 = getelementptr inbounds float, ptr %d0, i64 %v516
  %v518 = extractelement <16 x i64> %v513, i64 2
  %v519 = getelementptr inbounds float, ptr %d0, i64 %v518
  %v520 = extractelement <16 x i64> %v513, i64 3
  %v521 = getelementptr inbounds float, ptr %d0, i64 %v520
  %v522 = extractelement <16 x i64> %v513, i64 4
  %v523 = getelementptr inbounds float, ptr %d0, i64 %v522
  %v524 = extractelement <16 x i64> %v513, i64 5
  %v525 = getelementptr inbounds float, ptr %d0, i64 %v524
  %v526 = extractelement <16 x i64> %v513, i64 6
  %v527 = getelementptr inbounds float, ptr %d0, i64 %v526
  %v528 = extractelement <16 x i64> %v513, i64 7
  %v529 = getelementptr inbounds float, ptr %d0, i64 %v528
  %v530 = extractelement <16 x i64> %v513, i64 8
  %v531 = getelementptr inbounds float, ptr %d0, i64 %v530
  %v532 = extractelement <16 x i64> %v513, i64 9
  %v533 = getelementptr inbounds float, ptr %d0, i64 %v532
  %v534 = extractelement <16 x i64> %v513, i64 10
  %v535 = getelementptr inbounds float, ptr %d0, i64 %v534
  %v536 = extractelement <16 x i64> %v513, i64 11
  %v537 = getelementptr inbounds float, ptr %d0, i64 %v536
  %v538 = extractelement <16 x i64> %v513, i64 12
  %v539 = getelementptr inbounds float, ptr %d0, i64 %v538
  %v540 = extractelement <16 x i64> %v513, i64 13
  %v541 = getelementptr inbounds float, ptr %d0, i64 %v540
  %v542 = extractelement <16 x i64> %v513, i64 14
  %v543 = getelementptr inbounds float, ptr %d0, i64 %v542
  %v544 = extractelement <16 x i64> %v513, i64 15
  %v545 = getelementptr inbounds float, ptr %d0, i64 %v544
  %v546 = add <16 x i64> %v149, %v61
  %v547 = extractelement <16 x i64> %v546, i64 0
  %v548 = getelementptr inbounds float, ptr %d0, i64 %v547
  %v549 = extractelement <16 x i64> %v546, i64 1
  %v550 = getelementptr inbounds float, ptr %d0, i64 %v549
  %v551 = extractelement <16 x i64> %v546, i64 2
  %v552 = getelementptr inbounds float, ptr %d0, i64 %v551
  %v553 = extractelement <16 x i64> %v546, i64 3
  %v554 = getelementptr inbounds float, ptr %d0, i64 %v553
  %v555 = extractelement <16 x i64> %v546, i64 4
  %v556 = getelementptr inbounds float, ptr %d0, i64 %v555
  %v557 = extractelement <16 x i64> %v546, i64 5
  %v558 = getelementptr inbounds float, ptr %d0, i64 %v557
  %v559 = extractelement <16 x i64> %v546, i64 6
  %v560 = getelementptr inbounds float, ptr %d0, i64 %v559
  %v561 = extractelement <16 x i64> %v546, i64 7
  %v562 = getelementptr inbounds float, ptr %d0, i64 %v561
  %v563 = extractelement <16 x i64> %v546, i64 8
  %v564 = getelementptr inbounds float, ptr %d0, i64 %v563
  %v565 = extractelement <16 x i64> %v546, i64 9
  %v566 = getelementptr inbounds float, ptr %d0, i64 %v565
  %v567 = extractelement <16 x i64> %v546, i64 10
  %v568 = getelementptr inbounds float, ptr %d0, i64 %v567
  %v569 = extractelement <16 x i64> %v546, i64 11
  %v570 = getelementptr inbounds float, ptr %d0, i64 %v569
  %v571 = extractelement <16 x i64> %v546, i64 12
  %v572 = getelementptr inbounds float, ptr %d0, i64 %v571
  %v573 = extractelement <16 x i64> %v546, i64 13
  %v574 = getelementptr inbounds float, ptr %d0, i64 %v573
  %v575 = extractelement <16 x i64> %v546, i64 14
  %v576 = getelementptr inbounds float, ptr %d0, i64 %v575
  %v577 = extractelement <16 x i64> %v546, i64 15
  %v578 = getelementptr inbounds float, ptr %d0, i64 %v577
  %v579 = add <16 x i64> %v74, %v64
  %v580 = extractelement <16 x i64> %v579, i64 0
  %v581 = getelementptr inbounds float, ptr %d0, i64 %v580
  %v582 = extractelement <16 x i64> %v579, i64 1
  %v583 = getelementptr inbounds float, ptr %d0, i64 %v582
  %v584 = extractelement <16 x i64> %v579, i64 2
  %v585 = getelementptr inbounds float, ptr %d0, i64 %v584
  %v586 = extractelement <16 x i64> %v579, i64 3
  %v587 = getelementptr inbounds float, ptr %d0, i64 %v586
  %v588 = extractelement <16 x i64> %v579, i64 4
  %v589 = getelementptr inbounds float, ptr %d0, i64 %v588
  %v590 = extractelement <16 x i64> %v579, i64 5
  %v591 = getelementptr inbounds float, ptr %d0, i64 %v590
  %v592 = extractelement <16 x i64> %v579, i64 6
  %v593 = getelementptr inbounds float, ptr %d0, i64 %v592
  %v594 = extractelement <16 x i64> %v579, i64 7
  %v595 = getelementptr inbounds float, ptr %d0, i64 %v594
  %v596 = extractelement <16 x i64> %v579, i64 8
  %v597 = getelementptr inbounds float, ptr %d0, i64 %v596
  %v598 = extractelement <16 x i64> %v579, i64 9
  %v599 = getelementptr inbounds float, ptr %d0, i64 %v598
  %v600 = extractelement <16 x i64> %v579, i64 10
  %v601 = getelementptr inbounds float, ptr %d0, i64 %v600
  %v602 = extractelement <16 x i64> %v579, i64 11
  %v603 = getelementptr inbounds float, ptr %d0, i64 %v602
  %v604 = extractelement <16 x i64> %v579, i64 12
  %v605 = getelementptr inbounds float, ptr %d0, i64 %v604
  %v606 = extractelement <16 x i64> %v579, i64 13
  %v607 = getelementptr inbounds float, ptr %d0, i64 %v606
  %v608 = extractelement <16 x i64> %v579, i64 14
  %v609 = getelementptr inbounds float, ptr %d0, i64 %v608
  %v610 = extractelement <16 x i64> %v579, i64 15
  %v611 = getelementptr inbounds float, ptr %d0, i64 %v610
  %v612 = add <16 x i64> %v112, %v64
  %v613 = extractelement <16 x i64> %v612, i64 0
  %v614 = getelementptr inbounds float, ptr %d0, i64 %v613
  %v615 = extractelement <16 x i64> %v612, i64 1
  %v616 = getelementptr inbounds float, ptr %d0, i64 %v615
  %v617 = extractelement <16 x i64> %v612, i64 2
  %v618 = getelementptr inbounds float, ptr %d0, i64 %v617
  %v619 = extractelement <16 x i64> %v612, i64 3
  %v620 = getelementptr inbounds float, ptr %d0, i64 %v619
  %v621 = extractelement <16 x i64> %v612, i64 4
  %v622 = getelementptr inbounds float, ptr %d0, i64 %v621
  %v623 = extractelement <16 x i64> %v612, i64 5
  %v624 = getelementptr inbounds float, ptr %d0, i64 %v623
  %v625 = extractelement <16 x i64> %v612, i64 6
  %v626 = getelementptr inbounds float, ptr %d0, i64 %v625
  %v627 = extractelement <16 x i64> %v612, i64 7
  %v628 = getelementptr inbounds float, ptr %d0, i64 %v627
  %v629 = extractelement <16 x i64> %v612, i64 8
  %v630 = getelementptr inbounds float, ptr %d0, i64 %v629
  %v631 = extractelement <16 x i64> %v612, i64 9
  %v632 = getelementptr inbounds float, ptr %d0, i64 %v631
  %v633 = extractelement <16 x i64> %v612, i64 10
  %v634 = getelementptr inbounds float, ptr %d0, i64 %v633
  %v635 = extractelement <16 x i64> %v612, i64 11
  %v636 = getelementptr inbounds float, ptr %d0, i64 %v635
  %v637 = extractelement <16 x i64> %v612, i64 12
  %v638 = getelementptr inbounds float, ptr %d0, i64 %v637
  %v639 = extractelement <16 x i64> %v612, i64 13
  %v640 = getelementptr inbounds float, ptr %d0, i64 %v639
  %v641 = extractelement <16 x i64> %v612, i64 14
  %v642 = getelementptr inbounds float, ptr %d0, i64 %v641
  %v643 = extractelement <16 x i64> %v612, i64 15
  %v644 = getelementptr inbounds float, ptr %d0, i64 %v643
  %v645 = add <16 x i64> %v149, %v64
  %v646 = extractelement <16 x i64> %v645, i64 0
  %v647 = getelementptr inbounds float, ptr %d0, i64 %v646
  %v648 = extractelement <16 x i64> %v645, i64 1
  %v649 = getelementptr inbounds float, ptr %d0, i64 %v648
  %v650 = extractelement <16 x i64> %v645, i64 2
  %v651 = getelementptr inbounds float, ptr %d0, i64 %v650
  %v652 = extractelement <16 x i64> %v645, i64 3
  %v653 = getelementptr inbounds float, ptr %d0, i64 %v652
  %v654 = extractelement <16 x i64> %v645, i64 4
  %v655 = getelementptr inbounds float, ptr %d0, i64 %v654
  %v656 = extractelement <16 x i64> %v645, i64 5
  %v657 = getelementptr inbounds float, ptr %d0, i64 %v656
  %v658 = extractelement <16 x i64> %v645, i64 6
  %v659 = getelementptr inbounds float, ptr %d0, i64 %v658
  %v660 = extractelement <16 x i64> %v645, i64 7
  %v661 = getelementptr inbounds float, ptr %d0, i64 %v660
  %v662 = extractelement <16 x i64> %v645, i64 8
  %v663 = getelementptr inbounds float, ptr %d0, i64 %v662
  %v664 = extractelement <16 x i64> %v645, i64 9
  %v665 = getelementptr inbounds float, ptr %d0, i64 %v664
  %v666 = extractelement <16 x i64> %v645, i64 10
  %v667 = getelementptr inbounds float, ptr %d0, i64 %v666
  %v668 = extractelement <16 x i64> %v645, i64 11
  %v669 = getelementptr inbounds float, ptr %d0, i64 %v668
  %v670 = extractelement <16 x i64> %v645, i64 12
  %v671 = getelementptr inbounds float, ptr %d0, i64 %v670
  %v672 = extractelement <16 x i64> %v645, i64 13
  %v673 = getelementptr inbounds float, ptr %d0, i64 %v672
  %v674 = extractelement <16 x i64> %v645, i64 14
  %v675 = getelementptr inbounds float, ptr %d0, i64 %v674
  %v676 = extractelement <16 x i64> %v645, i64 15
  %v677 = getelementptr inbounds float, ptr %d0, i64 %v676
  %v678 = add <16 x i64> %v74, %v67
  %v679 = extractelement <16 x i64> %v678, i64 0
  %v680 = getelementptr inbounds float, ptr %d0, i64 %v679
  %v681 = extractelement <16 x i64> %v678, i64 1
  %v682 = getelementptr inbounds float, ptr %d0, i64 %v681
  %v683 = extractelement <16 x i64> %v678, i64 2
  %v684 = getelementptr inbounds float, ptr %d0, i64 %v683
  %v685 = extractelement <16 x i64> %v678, i64 3
  %v686 = getelementptr inbounds float, ptr %d0, i64 %v685
  %v687 = extractelement <16 x i64> %v678, i64 4
  %v688 = getelementptr inbounds float, ptr %d0, i64 %v687
  %v689 = extractelement <16 x i64> %v678, i64 5
  %v690 = getelementptr inbounds float, ptr %d0, i64 %v689
  %v691 = extractelement <16 x i64> %v678, i64 6
  %v692 = getelementptr inbounds float, ptr %d0, i64 %v691
  %v693 = extractelement <16 x i64> %v678, i64 7
  %v694 = getelementptr inbounds float, ptr %d0, i64 %v693
  %v695 = extractelement <16 x i64> %v678, i64 8
  %v696 = getelementptr inbounds float, ptr %d0, i64 %v695
  %v697 = extractelement <16 x i64> %v678, i64 9
  %v698 = getelementptr inbounds float, ptr %d0, i64 %v697
  %v699 = extractelement <16 x i64> %v678, i64 10
  %v700 = getelementptr inbounds float, ptr %d0, i64 %v699
  %v701 = extractelement <16 x i64> %v678, i64 11
  %v702 = getelementptr inbounds float, ptr %d0, i64 %v701
  %v703 = extractelement <16 x i64> %v678, i64 12
  %v704 = getelementptr inbounds float, ptr %d0, i64 %v703
  %v705 = extractelement <16 x i64> %v678, i64 13
  %v706 = getelementptr inbounds float, ptr %d0, i64 %v705
  %v707 = extractelement <16 x i64> %v678, i64 14
  %v708 = getelementptr inbounds float, ptr %d0, i64 %v707
  %v709 = extractelement <16 x i64> %v678, i64 15
  %v710 = getelementptr inbounds float, ptr %d0, i64 %v709
  %v711 = add <16 x i64> %v112, %v67
  %v712 = extractelement <16 x i64> %v711, i64 0
  %v713 = getelementptr inbounds float, ptr %d0, i64 %v712
  %v714 = extractelement <16 x i64> %v711, i64 1
  %v715 = getelementptr inbounds float, ptr %d0, i64 %v714
  %v716 = extractelement <16 x i64> %v711, i64 2
  %v717 = getelementptr inbounds float, ptr %d0, i64 %v716
  %v718 = extractelement <16 x i64> %v711, i64 3
  %v719 = getelementptr inbounds float, ptr %d0, i64 %v718
  %v720 = extractelement <16 x i64> %v711, i64 4
  %v721 = getelementptr inbounds float, ptr %d0, i64 %v720
  %v722 = extractelement <16 x i64> %v711, i64 5
  %v723 = getelementptr inbounds float, ptr %d0, i64 %v722
  %v724 = extractelement <16 x i64> %v711, i64 6
  %v725 = getelementptr inbounds float, ptr %d0, i64 %v724
  %v726 = extractelement <16 x i64> %v711, i64 7
  %v727 = getelementptr inbounds float, ptr %d0, i64 %v726
  %v728 = extractelement <16 x i64> %v711, i64 8
  %v729 = getelementptr inbounds float, ptr %d0, i64 %v728
  %v730 = extractelement <16 x i64> %v711, i64 9
  %v731 = getelementptr inbounds float, ptr %d0, i64 %v730
  %v732 = extractelement <16 x i64> %v711, i64 10
  %v733 = getelementptr inbounds float, ptr %d0, i64 %v732
  %v734 = extractelement <16 x i64> %v711, i64 11
  %v735 = getelementptr inbounds float, ptr %d0, i64 %v734
  %v736 = extractelement <16 x i64> %v711, i64 12
  %v737 = getelementptr inbounds float, ptr %d0, i64 %v736
  %v738 = extractelement <16 x i64> %v711, i64 13
  %v739 = getelementptr inbounds float, ptr %d0, i64 %v738
  %v740 = extractelement <16 x i64> %v711, i64 14
  %v741 = getelementptr inbounds float, ptr %d0, i64 %v740
  %v742 = extractelement <16 x i64> %v711, i64 15
  %v743 = getelementptr inbounds float, ptr %d0, i64 %v742
  %v744 = add <16 x i64> %v149, %v67
  %v745 = extractelement <16 x i64> %v744, i64 0
  %v746 = getelementptr inbounds float, ptr %d0, i64 %v745
  %v747 = extractelement <16 x i64> %v744, i64 1
  %v748 = getelementptr inbounds float, ptr %d0, i64 %v747
  %v749 = extractelement <16 x i64> %v744, i64 2
  %v750 = getelementptr inbounds float, ptr %d0, i64 %v749
  %v751 = extractelement <16 x i64> %v744, i64 3
  %v752 = getelementptr inbounds float, ptr %d0, i64 %v751
  %v753 = extractelement <16 x i64> %v744, i64 4
  %v754 = getelementptr inbounds float, ptr %d0, i64 %v753
  %v755 = extractelement <16 x i64> %v744, i64 5
  %v756 = getelementptr inbounds float, ptr %d0, i64 %v755
  %v757 = extractelement <16 x i64> %v744, i64 6
  %v758 = getelementptr inbounds float, ptr %d0, i64 %v757
  %v759 = extractelement <16 x i64> %v744, i64 7
  %v760 = getelementptr inbounds float, ptr %d0, i64 %v759
  %v761 = extractelement <16 x i64> %v744, i64 8
  %v762 = getelementptr inbounds float, ptr %d0, i64 %v761
  %v763 = extractelement <16 x i64> %v744, i64 9
  %v764 = getelementptr inbounds float, ptr %d0, i64 %v763
  %v765 = extractelement <16 x i64> %v744, i64 10
  %v766 = getelementptr inbounds float, ptr %d0, i64 %v765
  %v767 = extractelement <16 x i64> %v744, i64 11
  %v768 = getelementptr inbounds float, ptr %d0, i64 %v767
  %v769 = extractelement <16 x i64> %v744, i64 12
  %v770 = getelementptr inbounds float, ptr %d0, i64 %v769
  %v771 = extractelement <16 x i64> %v744, i64 13
  %v772 = getelementptr inbounds float, ptr %d0, i64 %v771
  %v773 = extractelement <16 x i64> %v744, i64 14
  %v774 = getelementptr inbounds float, ptr %d0, i64 %v773
  %v775 = extractelement <16 x i64> %v744, i64 15
  %v776 = getelementptr inbounds float, ptr %d0, i64 %v775
  %v777 = add <16 x i64> %v74, %v70
  %v778 = extractelement <16 x i64> %v777, i64 0
  %v779 = getelementptr inbounds float, ptr %d0, i64 %v778
  %v780 = extractelement <16 x i64> %v777, i64 1
  %v781 = getelementptr inbounds float, ptr %d0, i64 %v780
  %v782 = extractelement <16 x i64> %v777, i64 2
  %v783 = getelementptr inbounds float, ptr %d0, i64 %v782
  %v784 = extractelement <16 x i64> %v777, i64 3
  %v785 = getelementptr inbounds float, ptr %d0, i64 %v784
  %v786 = extractelement <16 x i64> %v777, i64 4
  %v787 = getelementptr inbounds float, ptr %d0, i64 %v786
  %v788 = extractelement <16 x i64> %v777, i64 5
  %v789 = getelementptr inbounds float, ptr %d0, i64 %v788
  %v790 = extractelement <16 x i64> %v777, i64 6
  %v791 = getelementptr inbounds float, ptr %d0, i64 %v790
  %v792 = extractelement <16 x i64> %v777, i64 7
  %v793 = getelementptr inbounds float, ptr %d0, i64 %v792
  %v794 = extractelement <16 x i64> %v777, i64 8
  %v795 = getelementptr inbounds float, ptr %d0, i64 %v794
  %v796 = extractelement <16 x i64> %v777, i64 9
  %v797 = getelementptr inbounds float, ptr %d0, i64 %v796
  %v798 = extractelement <16 x i64> %v777, i64 10
  %v799 = getelementptr inbounds float, ptr %d0, i64 %v798
  %v800 = extractelement <16 x i64> %v777, i64 11
  %v801 = getelementptr inbounds float, ptr %d0, i64 %v800
  %v802 = extractelement <16 x i64> %v777, i64 12
  %v803 = getelementptr inbounds float, ptr %d0, i64 %v802
  %v804 = extractelement <16 x i64> %v777, i64 13
  %v805 = getelementptr inbounds float, ptr %d0, i64 %v804
  %v806 = extractelement <16 x i64> %v777, i64 14
  %v807 = getelementptr inbounds float, ptr %d0, i64 %v806
  %v808 = extractelement <16 x i64> %v777, i64 15
  %v809 = getelementptr inbounds float, ptr %d0, i64 %v808
  %v810 = add <16 x i64> %v112, %v70
  %v811 = extractelement <16 x i64> %v810, i64 0
  %v812 = getelementptr inbounds float, ptr %d0, i64 %v811
  %v813 = extractelement <16 x i64> %v810, i64 1
  %v814 = getelementptr inbounds float, ptr %d0, i64 %v813
  %v815 = extractelement <16 x i64> %v810, i64 2
  %v816 = getelementptr inbounds float, ptr %d0, i64 %v815
  %v817 = extractelement <16 x i64> %v810, i64 3
  %v818 = getelementptr inbounds float, ptr %d0, i64 %v817
  %v819 = extractelement <16 x i64> %v810, i64 4
  %v820 = getelementptr inbounds float, ptr %d0, i64 %v819
  %v821 = extractelement <16 x i64> %v810, i64 5
  %v822 = getelementptr inbounds float, ptr %d0, i64 %v821
  %v823 = extractelement <16 x i64> %v810, i64 6
  %v824 = getelementptr inbounds float, ptr %d0, i64 %v823
  %v825 = extractelement <16 x i64> %v810, i64 7
  %v826 = getelementptr inbounds float, ptr %d0, i64 %v825
  %v827 = extractelement <16 x i64> %v810, i64 8
  %v828 = getelementptr inbounds float, ptr %d0, i64 %v827
  %v829 = extractelement <16 x i64> %v810, i64 9
  %v830 = getelementptr inbounds float, ptr %d0, i64 %v829
  %v831 = extractelement <16 x i64> %v810, i64 10
  %v832 = getelementptr inbounds float, ptr %d0, i64 %v831
  %v833 = extractelement <16 x i64> %v810, i64 11
  %v834 = getelementptr inbounds float, ptr %d0, i64 %v833
  %v835 = extractelement <16 x i64> %v810, i64 12
  %v836 = getelementptr inbounds float, ptr %d0, i64 %v835
  %v837 = extractelement <16 x i64> %v810, i64 13
  %v838 = getelementptr inbounds float, ptr %d0, i64 %v837
  %v839 = extractelement <16 x i64> %v810, i64 14
  %v840 = getelementptr inbounds float, ptr %d0, i64 %v839
  %v841 = extractelement <16 x i64> %v810, i64 15
  %v842 = getelementptr inbounds float, ptr %d0, i64 %v841
  %v843 = add <16 x i64> %v149, %v70
  %v844 = extractelement <16 x i64> %v843, i64 0
  %v845 = getelementptr inbounds float, ptr %d0, i64 %v844
  %v846 = extractelement <16 x i64> %v843, i64 1
  %v847 = getelementptr inbounds float, ptr %d0, i64 %v846
  %v848 = extractelement <16 x i64> %v843, i64 2
  %v849 = getelementptr inbounds float, ptr %d0, i64 %v848
  %v850 = extractelement <16 x i64> %v843, i64 3
  %v851 = getelementptr inbounds float, ptr %d0, i64 %v850
  %v852 = extractelement <16 x i64> %v843, i64 4
  %v853 = getelementptr inbounds float, ptr %d0, i64 %v852
  %v854 = extractelement <16 x i64> %v843, i64 5
  %v855 = getelementptr inbounds float, ptr %d0, i64 %v854
  %v856 = extractelement <16 x i64> %v843, i64 6
  %v857 = getelementptr inbounds float, ptr %d0, i64 %v856
  %v858 = extractelement <16 x i64> %v843, i64 7
  %v859 = getelementptr inbounds float, ptr %d0, i64 %v858
  %v860 = extractelement <16 x i64> %v843, i64 8
  %v861 = getelementptr inbounds float, ptr %d0, i64 %v860
  %v862 = extractelement <16 x i64> %v843, i64 9
  %v863 = getelementptr inbounds float, ptr %d0, i64 %v862
  %v864 = extractelement <16 x i64> %v843, i64 10
  %v865 = getelementptr inbounds float, ptr %d0, i64 %v864
  %v866 = extractelement <16 x i64> %v843, i64 11
  %v867 = getelementptr inbounds float, ptr %d0, i64 %v866
  %v868 = extractelement <16 x i64> %v843, i64 12
  %v869 = getelementptr inbounds float, ptr %d0, i64 %v868
  %v870 = extractelement <16 x i64> %v843, i64 13
  %v871 = getelementptr inbounds float, ptr %d0, i64 %v870
  %v872 = extractelement <16 x i64> %v843, i64 14
  %v873 = getelementptr inbounds float, ptr %d0, i64 %v872
  %v874 = extractelement <16 x i64> %v843, i64 15
  %v875 = getelementptr inbounds float, ptr %d0, i64 %v874
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v876 = add nsw i64 %r5, %v21
  %v877 = getelementptr inbounds float, ptr %d1, i64 %v876
  %v878 = load float, ptr %v877, align 4
  %v879 = insertelement <16 x float> poison, float %v878, i64 0
  %v880 = shufflevector <16 x float> %v879, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v881 = mul nsw i64 %r5, 48
  %v882 = add nsw i64 %v881, %v78
  %v883 = getelementptr inbounds float, ptr %tile0, i64 %v882
  %v884 = load <16 x float>, ptr %v883, align 4
  %v885 = fmul contract <16 x float> %v880, %v884
  %v886 = load <16 x float>, ptr %acc97
  %v887 = fadd contract <16 x float> %v886, %v885
  store <16 x float> %v887, ptr %acc97
  %v888 = getelementptr float, ptr %tile0, i64 %v882
  %v889 = getelementptr float, ptr %v888, i64 16
  %v890 = load <16 x float>, ptr %v889, align 4
  %v891 = fmul contract <16 x float> %v880, %v890
  %v892 = load <16 x float>, ptr %acc98
  %v893 = fadd contract <16 x float> %v892, %v891
  store <16 x float> %v893, ptr %acc98
  %v894 = getelementptr float, ptr %v888, i64 32
  %v895 = load <16 x float>, ptr %v894, align 4
  %v896 = fmul contract <16 x float> %v880, %v895
  %v897 = load <16 x float>, ptr %acc99
  %v898 = fadd contract <16 x float> %v897, %v896
  store <16 x float> %v898, ptr %acc99
  %v899 = add nsw i64 %r5, %v25
  %v900 = getelementptr inbounds float, ptr %d1, i64 %v899
  %v901 = load float, ptr %v900, align 4
  %v902 = insertelement <16 x float> poison, float %v901, i64 0
  %v903 = shufflevector <16 x float> %v902, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v904 = fmul contract <16 x float> %v903, %v884
  %v905 = load <16 x float>, ptr %acc100
  %v906 = fadd contract <16 x float> %v905, %v904
  store <16 x float> %v906, ptr %acc100
  %v907 = fmul contract <16 x float> %v903, %v890
  %v908 = load <16 x float>, ptr %acc101
  %v909 = fadd contract <16 x float> %v908, %v907
  store <16 x float> %v909, ptr %acc101
  %v910 = fmul contract <16 x float> %v903, %v895
  %v911 = load <16 x float>, ptr %acc102
  %v912 = fadd contract <16 x float> %v911, %v910
  store <16 x float> %v912, ptr %acc102
  %v913 = add nsw i64 %r5, %v29
  %v914 = getelementptr inbounds float, ptr %d1, i64 %v913
  %v915 = load float, ptr %v914, align 4
  %v916 = insertelement <16 x float> poison, float %v915, i64 0
  %v917 = shufflevector <16 x float> %v916, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v918 = fmul contract <16 x float> %v917, %v884
  %v919 = load <16 x float>, ptr %acc103
  %v920 = fadd contract <16 x float> %v919, %v918
  store <16 x float> %v920, ptr %acc103
  %v921 = fmul contract <16 x float> %v917, %v890
  %v922 = load <16 x float>, ptr %acc104
  %v923 = fadd contract <16 x float> %v922, %v921
  store <16 x float> %v923, ptr %acc104
  %v924 = fmul contract <16 x float> %v917, %v895
  %v925 = load <16 x float>, ptr %acc105
  %v926 = fadd contract <16 x float> %v925, %v924
  store <16 x float> %v926, ptr %acc105
  %v927 = add nsw i64 %r5, %v33
  %v928 = getelementptr inbounds float, ptr %d1, i64 %v927
  %v929 = load float, ptr %v928, align 4
  %v930 = insertelement <16 x float> poison, float %v929, i64 0
  %v931 = shufflevector <16 x float> %v930, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v932 = fmul contract <16 x float> %v931, %v884
  %v933 = load <16 x float>, ptr %acc106
  %v934 = fadd contract <16 x float> %v933, %v932
  store <16 x float> %v934, ptr %acc106
  %v935 = fmul contract <16 x float> %v931, %v890
  %v936 = load <16 x float>, ptr %acc107
  %v937 = fadd contract <16 x float> %v936, %v935
  store <16 x float> %v937, ptr %acc107
  %v938 = fmul contract <16 x float> %v931, %v895
  %v939 = load <16 x float>, ptr %acc108
  %v940 = fadd contract <16 x float> %v939, %v938
  store <16 x float> %v940, ptr %acc108
  %v941 = add nsw i64 %r5, %v37
  %v942 = getelementptr inbounds float, ptr %d1, i64 %v941
  %v943 = load float, ptr %v942, align 4
  %v944 = insertelement <16 x float> poison, float %v943, i64 0
  %v945 = shufflevector <16 x float> %v944, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v946 = fmul contract <16 x float> %v945, %v884
  %v947 = load <16 x float>, ptr %acc109
  %v948 = fadd contract <16 x float> %v947, %v946
  store <16 x float> %v948, ptr %acc109
  %v949 = fmul contract <16 x float> %v945, %v890
  %v950 = load <16 x float>, ptr %acc110
  %v951 = fadd contract <16 x float> %v950, %v949
  store <16 x float> %v951, ptr %acc110
  %v952 = fmul contract <16 x float> %v945, %v895
  %v953 = load <16 x float>, ptr %acc111
  %v954 = fadd contract <16 x float> %v953, %v952
  store <16 x float> %v954, ptr %acc111
  %v955 = add nsw i64 %r5, %v41
  %v956 = getelementptr inbounds float, ptr %d1, i64 %v955
  %v957 = load float, ptr %v956, align 4
  %v958 = insertelement <16 x float> poison, float %v957, i64 0
  %v959 = shufflevector <16 x float> %v958, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v960 = fmul contract <16 x float> %v959, %v884
  %v961 = load <16 x float>, ptr %acc112
  %v962 = fadd contract <16 x float> %v961, %v960
  store <16 x float> %v962, ptr %acc112
  %v963 = fmul contract <16 x float> %v959, %v890
  %v964 = load <16 x float>, ptr %acc113
  %v965 = fadd contract <16 x float> %v964, %v963
  store <16 x float> %v965, ptr %acc113
  %v966 = fmul contract <16 x float> %v959, %v895
  %v967 = load <16 x float>, ptr %acc114
  %v968 = fadd contract <16 x float> %v967, %v966
  store <16 x float> %v968, ptr %acc114
  %v969 = add nsw i64 %r5, %v45
  %v970 = getelementptr inbounds float, ptr %d1, i64 %v969
  %v971 = load float, ptr %v970, align 4
  %v972 = insertelement <16 x float> poison, float %v971, i64 0
  %v973 = shufflevector <16 x float> %v972, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v974 = fmul contract <16 x float> %v973, %v884
  %v975 = load <16 x float>, ptr %acc115
  %v976 = fadd contract <16 x float> %v975, %v974
  store <16 x float> %v976, ptr %acc115
  %v977 = fmul contract <16 x float> %v973, %v890
  %v978 = load <16 x float>, ptr %acc116
  %v979 = fadd contract <16 x float> %v978, %v977
  store <16 x float> %v979, ptr %acc116
  %v980 = fmul contract <16 x float> %v973, %v895
  %v981 = load <16 x float>, ptr %acc117
  %v982 = fadd contract <16 x float> %v981, %v980
  store <16 x float> %v982, ptr %acc117
  %v983 = add nsw i64 %r5, %v49
  %v984 = getelementptr inbounds float, ptr %d1, i64 %v983
  %v985 = load float, ptr %v984, align 4
  %v986 = insertelement <16 x float> poison, float %v985, i64 0
  %v987 = shufflevector <16 x float> %v986, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v988 = fmul contract <16 x float> %v987, %v884
  %v989 = load <16 x float>, ptr %acc118
  %v990 = fadd contract <16 x float> %v989, %v988
  store <16 x float> %v990, ptr %acc118
  %v991 = fmul contract <16 x float> %v987, %v890
  %v992 = load <16 x float>, ptr %acc119
  %v993 = fadd contract <16 x float> %v992, %v991
  store <16 x float> %v993, ptr %acc119
  %v994 = fmul contract <16 x float> %v987, %v895
  %v995 = load <16 x float>, ptr %acc120
  %v996 = fadd contract <16 x float> %v995, %v994
  store <16 x float> %v996, ptr %acc120
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v997 = load <16 x float>, ptr %acc97
  %v998 = load <16 x float>, ptr %acc98
  %v999 = load <16 x float>, ptr %acc99
  %v1000 = load <16 x float>, ptr %acc100
  %v1001 = load <16 x float>, ptr %acc101
  %v1002 = load <16 x float>, ptr %acc102
  %v1003 = load <16 x float>, ptr %acc103
  %v1004 = load <16 x float>, ptr %acc104
  %v1005 = load <16 x float>, ptr %acc105
  %v1006 = load <16 x float>, ptr %acc106
  %v1007 = load <16 x float>, ptr %acc107
  %v1008 = load <16 x float>, ptr %acc108
  %v1009 = load <16 x float>, ptr %acc109
  %v1010 = load <16 x float>, ptr %acc110
  %v1011 = load <16 x float>, ptr %acc111
  %v1012 = load <16 x float>, ptr %acc112
  %v1013 = load <16 x float>, ptr %acc113
  %v1014 = load <16 x float>, ptr %acc114
  %v1015 = load <16 x float>, ptr %acc115
  %v1016 = load <16 x float>, ptr %acc116
  %v1017 = load <16 x float>, ptr %acc117
  %v1018 = load <16 x float>, ptr %acc118
  %v1019 = load <16 x float>, ptr %acc119
  %v1020 = load <16 x float>, ptr %acc120
  %v1021 = extractelement <16 x float> %v997, i64 0
  store float %v1021, ptr %v77, align 4
  %v1022 = extractelement <16 x float> %v997, i64 1
  store float %v1022, ptr %v80, align 4
  %v1023 = extractelement <16 x float> %v997, i64 2
  store float %v1023, ptr %v82, align 4
  %v1024 = extractelement <16 x float> %v997, i64 3
  store float %v1024, ptr %v84, align 4
  %v1025 = extractelement <16 x float> %v997, i64 4
  store float %v1025, ptr %v86, align 4
  %v1026 = extractelement <16 x float> %v997, i64 5
  store float %v1026, ptr %v88, align 4
  %v1027 = extractelement <16 x float> %v997, i64 6
  store float %v1027, ptr %v90, align 4
  %v1028 = extractelement <16 x float> %v997, i64 7
  store float %v1028, ptr %v92, align 4
  %v1029 = extractelement <16 x float> %v997, i64 8
  store float %v1029, ptr %v94, align 4
  %v1030 = extractelement <16 x float> %v997, i64 9
  store float %v1030, ptr %v96, align 4
  %v1031 = extractelement <16 x float> %v997, i64 10
  store float %v1031, ptr %v98, align 4
  %v1032 = extractelement <16 x float> %v997, i64 11
  store float %v1032, ptr %v100, align 4
  %v1033 = extractelement <16 x float> %v997, i64 12
  store float %v1033, ptr %v102, align 4
  %v1034 = extractelement <16 x float> %v997, i64 13
  store float %v1034, ptr %v104, align 4
  %v1035 = extractelement <16 x float> %v997, i64 14
  store float %v1035, ptr %v106, align 4
  %v1036 = extractelement <16 x float> %v997, i64 15
  store float %v1036, ptr %v108, align 4
  %v1037 = extractelement <16 x float> %v998, i64 0
  store float %v1037, ptr %v115, align 4
  %v1038 = extractelement <16 x float> %v998, i64 1
  store float %v1038, ptr %v117, align 4
  %v1039 = extractelement <16 x float> %v998, i64 2
  store float %v1039, ptr %v119, align 4
  %v1040 = extractelement <16 x float> %v998, i64 3
  store float %v1040, ptr %v121, align 4
  %v1041 = extractelement <16 x float> %v998, i64 4
  store float %v1041, ptr %v123, align 4
  %v1042 = extractelement <16 x float> %v998, i64 5
  store float %v1042, ptr %v125, align 4
  %v1043 = extractelement <16 x float> %v998, i64 6
  store float %v1043, ptr %v127, align 4
  %v1044 = extractelement <16 x float> %v998, i64 7
  store float %v1044, ptr %v129, align 4
  %v1045 = extractelement <16 x float> %v998, i64 8
  store float %v1045, ptr %v131, align 4
  %v1046 = extractelement <16 x float> %v998, i64 9
  store float %v1046, ptr %v133, align 4
  %v1047 = extractelement <16 x float> %v998, i64 10
  store float %v1047, ptr %v135, align 4
  %v1048 = extractelement <16 x float> %v998, i64 11
  store float %v1048, ptr %v137, align 4
  %v1049 = extractelement <16 x float> %v998, i64 12
  store float %v1049, ptr %v139, align 4
  %v1050 = extractelement <16 x float> %v998, i64 13
  store float %v1050, ptr %v141, align 4
  %v1051 = extractelement <16 x float> %v998, i64 14
  store float %v1051, ptr %v143, align 4
  %v1052 = extractelement <16 x float> %v998, i64 15
  store float %v1052, ptr %v145, align 4
  %v1053 = extractelement <16 x float> %v999, i64 0
  store float %v1053, ptr %v152, align 4
  %v1054 = extractelement <16 x float> %v999, i64 1
  store float %v1054, ptr %v154, align 4
  %v1055 = extractelement <16 x float> %v999, i64 2
  store float %v1055, ptr %v156, align 4
  %v1056 = extractelement <16 x float> %v999, i64 3
  store float %v1056, ptr %v158, align 4
  %v1057 = extractelement <16 x float> %v999, i64 4
  store float %v1057, ptr %v160, align 4
  %v1058 = extractelement <16 x float> %v999, i64 5
  store float %v1058, ptr %v162, align 4
  %v1059 = extractelement <16 x float> %v999, i64 6
  store float %v1059, ptr %v164, align 4
  %v1060 = extractelement <16 x float> %v999, i64 7
  store float %v1060, ptr %v166, align 4
  %v1061 = extractelement <16 x float> %v999, i64 8
  store float %v1061, ptr %v168, align 4
  %v1062 = extractelement <16 x float> %v999, i64 9
  store float %v1062, ptr %v170, align 4
  %v1063 = extractelement <16 x float> %v999, i64 10
  store float %v1063, ptr %v172, align 4
  %v1064 = extractelement <16 x float> %v999, i64 11
  store float %v1064, ptr %v174, align 4
  %v1065 = extractelement <16 x float> %v999, i64 12
  store float %v1065, ptr %v176, align 4
  %v1066 = extractelement <16 x float> %v999, i64 13
  store float %v1066, ptr %v178, align 4
  %v1067 = extractelement <16 x float> %v999, i64 14
  store float %v1067, ptr %v180, align 4
  %v1068 = extractelement <16 x float> %v999, i64 15
  store float %v1068, ptr %v182, align 4
  %v1069 = extractelement <16 x float> %v1000, i64 0
  store float %v1069, ptr %v185, align 4
  %v1070 = extractelement <16 x float> %v1000, i64 1
  store float %v1070, ptr %v187, align 4
  %v1071 = extractelement <16 x float> %v1000, i64 2
  store float %v1071, ptr %v189, align 4
  %v1072 = extractelement <16 x float> %v1000, i64 3
  store float %v1072, ptr %v191, align 4
  %v1073 = extractelement <16 x float> %v1000, i64 4
  store float %v1073, ptr %v193, align 4
  %v1074 = extractelement <16 x float> %v1000, i64 5
  store float %v1074, ptr %v195, align 4
  %v1075 = extractelement <16 x float> %v1000, i64 6
  store float %v1075, ptr %v197, align 4
  %v1076 = extractelement <16 x float> %v1000, i64 7
  store float %v1076, ptr %v199, align 4
  %v1077 = extractelement <16 x float> %v1000, i64 8
  store float %v1077, ptr %v201, align 4
  %v1078 = extractelement <16 x float> %v1000, i64 9
  store float %v1078, ptr %v203, align 4
  %v1079 = extractelement <16 x float> %v1000, i64 10
  store float %v1079, ptr %v205, align 4
  %v1080 = extractelement <16 x float> %v1000, i64 11
  store float %v1080, ptr %v207, align 4
  %v1081 = extractelement <16 x float> %v1000, i64 12
  store float %v1081, ptr %v209, align 4
  %v1082 = extractelement <16 x float> %v1000, i64 13
  store float %v1082, ptr %v211, align 4
  %v1083 = extractelement <16 x float> %v1000, i64 14
  store float %v1083, ptr %v213, align 4
  %v1084 = extractelement <16 x float> %v1000, i64 15
  store float %v1084, ptr %v215, align 4
  %v1085 = extractelement <16 x float> %v1001, i64 0
  store float %v1085, ptr %v218, align 4
  %v1086 = extractelement <16 x float> %v1001, i64 1
  store float %v1086, ptr %v220, align 4
  %v1087 = extractelement <16 x float> %v1001, i64 2
  store float %v1087, ptr %v222, align 4
  %v1088 = extractelement <16 x float> %v1001, i64 3
  store float %v1088, ptr %v224, align 4
  %v1089 = extractelement <16 x float> %v1001, i64 4
  store float %v1089, ptr %v226, align 4
  %v1090 = extractelement <16 x float> %v1001, i64 5
  store float %v1090, ptr %v228, align 4
  %v1091 = extractelement <16 x float> %v1001, i64 6
  store float %v1091, ptr %v230, align 4
  %v1092 = extractelement <16 x float> %v1001, i64 7
  store float %v1092, ptr %v232, align 4
  %v1093 = extractelement <16 x float> %v1001, i64 8
  store float %v1093, ptr %v234, align 4
  %v1094 = extractelement <16 x float> %v1001, i64 9
  store float %v1094, ptr %v236, align 4
  %v1095 = extractelement <16 x float> %v1001, i64 10
  store float %v1095, ptr %v238, align 4
  %v1096 = extractelement <16 x float> %v1001, i64 11
  store float %v1096, ptr %v240, align 4
  %v1097 = extractelement <16 x float> %v1001, i64 12
  store float %v1097, ptr %v242, align 4
  %v1098 = extractelement <16 x float> %v1001, i64 13
  store float %v1098, ptr %v244, align 4
  %v1099 = extractelement <16 x float> %v1001, i64 14
  store float %v1099, ptr %v246, align 4
  %v1100 = extractelement <16 x float> %v1001, i64 15
  store float %v1100, ptr %v248, align 4
  %v1101 = extractelement <16 x float> %v1002, i64 0
  store float %v1101, ptr %v251, align 4
  %v1102 = extractelement <16 x float> %v1002, i64 1
  store float %v1102, ptr %v253, align 4
  %v1103 = extractelement <16 x float> %v1002, i64 2
  store float %v1103, ptr %v255, align 4
  %v1104 = extractelement <16 x float> %v1002, i64 3
  store float %v1104, ptr %v257, align 4
  %v1105 = extractelement <16 x float> %v1002, i64 4
  store float %v1105, ptr %v259, align 4
  %v1106 = extractelement <16 x float> %v1002, i64 5
  store float %v1106, ptr %v261, align 4
  %v1107 = extractelement <16 x float> %v1002, i64 6
  store float %v1107, ptr %v263, align 4
  %v1108 = extractelement <16 x float> %v1002, i64 7
  store float %v1108, ptr %v265, align 4
  %v1109 = extractelement <16 x float> %v1002, i64 8
  store float %v1109, ptr %v267, align 4
  %v1110 = extractelement <16 x float> %v1002, i64 9
  store float %v1110, ptr %v269, align 4
  %v1111 = extractelement <16 x float> %v1002, i64 10
  store float %v1111, ptr %v271, align 4
  %v1112 = extractelement <16 x float> %v1002, i64 11
  store float %v1112, ptr %v273, align 4
  %v1113 = extractelement <16 x float> %v1002, i64 12
  store float %v1113, ptr %v275, align 4
  %v1114 = extractelement <16 x float> %v1002, i64 13
  store float %v1114, ptr %v277, align 4
  %v1115 = extractelement <16 x float> %v1002, i64 14
  store float %v1115, ptr %v279, align 4
  %v1116 = extractelement <16 x float> %v1002, i64 15
  store float %v1116, ptr %v281, align 4
  %v1117 = extractelement <16 x float> %v1003, i64 0
  store float %v1117, ptr %v284, align 4
  %v1118 = extractelement <16 x float> %v1003, i64 1
  store float %v1118, ptr %v286, align 4
  %v1119 = extractelement <16 x float> %v1003, i64 2
  store float %v1119, ptr %v288, align 4
  %v1120 = extractelement <16 x float> %v1003, i64 3
  store float %v1120, ptr %v290, align 4
  %v1121 = extractelement <16 x float> %v1003, i64 4
  store float %v1121, ptr %v292, align 4
  %v1122 = extractelement <16 x float> %v1003, i64 5
  store float %v1122, ptr %v294, align 4
  %v1123 = extractelement <16 x float> %v1003, i64 6
  store float %v1123, ptr %v296, align 4
  %v1124 = extractelement <16 x float> %v1003, i64 7
  store float %v1124, ptr %v298, align 4
  %v1125 = extractelement <16 x float> %v1003, i64 8
  store float %v1125, ptr %v300, align 4
  %v1126 = extractelement <16 x float> %v1003, i64 9
  store float %v1126, ptr %v302, align 4
  %v1127 = extractelement <16 x float> %v1003, i64 10
  store float %v1127, ptr %v304, align 4
  %v1128 = extractelement <16 x float> %v1003, i64 11
  store float %v1128, ptr %v306, align 4
  %v1129 = extractelement <16 x float> %v1003, i64 12
  store float %v1129, ptr %v308, align 4
  %v1130 = extractelement <16 x float> %v1003, i64 13
  store float %v1130, ptr %v310, align 4
  %v1131 = extractelement <16 x float> %v1003, i64 14
  store float %v1131, ptr %v312, align 4
  %v1132 = extractelement <16 x float> %v1003, i64 15
  store float %v1132, ptr %v314, align 4
  %v1133 = extractelement <16 x float> %v1004, i64 0
  store float %v1133, ptr %v317, align 4
  %v1134 = extractelement <16 x float> %v1004, i64 1
  store float %v1134, ptr %v319, align 4
  %v1135 = extractelement <16 x float> %v1004, i64 2
  store float %v1135, ptr %v321, align 4
  %v1136 = extractelement <16 x float> %v1004, i64 3
  store float %v1136, ptr %v323, align 4
  %v1137 = extractelement <16 x float> %v1004, i64 4
  store float %v1137, ptr %v325, align 4
  %v1138 = extractelement <16 x float> %v1004, i64 5
  store float %v1138, ptr %v327, align 4
  %v1139 = extractelement <16 x float> %v1004, i64 6
  store float %v1139, ptr %v329, align 4
  %v1140 = extractelement <16 x float> %v1004, i64 7
  store float %v1140, ptr %v331, align 4
  %v1141 = extractelement <16 x float> %v1004, i64 8
  store float %v1141, ptr %v333, align 4
  %v1142 = extractelement <16 x float> %v1004, i64 9
  store float %v1142, ptr %v335, align 4
  %v1143 = extractelement <16 x float> %v1004, i64 10
  store float %v1143, ptr %v337, align 4
  %v1144 = extractelement <16 x float> %v1004, i64 11
  store float %v1144, ptr %v339, align 4
  %v1145 = extractelement <16 x float> %v1004, i64 12
  store float %v1145, ptr %v341, align 4
  %v1146 = extractelement <16 x float> %v1004, i64 13
  store float %v1146, ptr %v343, align 4
  %v1147 = extractelement <16 x float> %v1004, i64 14
  store float %v1147, ptr %v345, align 4
  %v1148 = extractelement <16 x float> %v1004, i64 15
  store float %v1148, ptr %v347, align 4
  %v1149 = extractelement <16 x float> %v1005, i64 0
  store float %v1149, ptr %v350, align 4
  %v1150 = extractelement <16 x float> %v1005, i64 1
  store float %v1150, ptr %v352, align 4
  %v1151 = extractelement <16 x float> %v1005, i64 2
  store float %v1151, ptr %v354, align 4
  %v1152 = extractelement <16 x float> %v1005, i64 3
  store float %v1152, ptr %v356, align 4
  %v1153 = extractelement <16 x float> %v1005, i64 4
  store float %v1153, ptr %v358, align 4
  %v1154 = extractelement <16 x float> %v1005, i64 5
  store float %v1154, ptr %v360, align 4
  %v1155 = extractelement <16 x float> %v1005, i64 6
  store float %v1155, ptr %v362, align 4
  %v1156 = extractelement <16 x float> %v1005, i64 7
  store float %v1156, ptr %v364, align 4
  %v1157 = extractelement <16 x float> %v1005, i64 8
  store float %v1157, ptr %v366, align 4
  %v1158 = extractelement <16 x float> %v1005, i64 9
  store float %v1158, ptr %v368, align 4
  %v1159 = extractelement <16 x float> %v1005, i64 10
  store float %v1159, ptr %v370, align 4
  %v1160 = extractelement <16 x float> %v1005, i64 11
  store float %v1160, ptr %v372, align 4
  %v1161 = extractelement <16 x float> %v1005, i64 12
  store float %v1161, ptr %v374, align 4
  %v1162 = extractelement <16 x float> %v1005, i64 13
  store float %v1162, ptr %v376, align 4
  %v1163 = extractelement <16 x float> %v1005, i64 14
  store float %v1163, ptr %v378, align 4
  %v1164 = extractelement <16 x float> %v1005, i64 15
  store float %v1164, ptr %v380, align 4
  %v1165 = extractelement <16 x float> %v1006, i64 0
  store float %v1165, ptr %v383, align 4
  %v1166 = extractelement <16 x float> %v1006, i64 1
  store float %v1166, ptr %v385, align 4
  %v1167 = extractelement <16 x float> %v1006, i64 2
  store float %v1167, ptr %v387, align 4
  %v1168 = extractelement <16 x float> %v1006, i64 3
  store float %v1168, ptr %v389, align 4
  %v1169 = extractelement <16 x float> %v1006, i64 4
  store float %v1169, ptr %v391, align 4
  %v1170 = extractelement <16 x float> %v1006, i64 5
  store float %v1170, ptr %v393, align 4
  %v1171 = extractelement <16 x float> %v1006, i64 6
  store float %v1171, ptr %v395, align 4
  %v1172 = extractelement <16 x float> %v1006, i64 7
  store float %v1172, ptr %v397, align 4
  %v1173 = extractelement <16 x float> %v1006, i64 8
  store float %v1173, ptr %v399, align 4
  %v1174 = extractelement <16 x float> %v1006, i64 9
  store float %v1174, ptr %v401, align 4
  %v1175 = extractelement <16 x float> %v1006, i64 10
  store float %v1175, ptr %v403, align 4
  %v1176 = extractelement <16 x float> %v1006, i64 11
  store float %v1176, ptr %v405, align 4
  %v1177 = extractelement <16 x float> %v1006, i64 12
  store float %v1177, ptr %v407, align 4
  %v1178 = extractelement <16 x float> %v1006, i64 13
  store float %v1178, ptr %v409, align 4
  %v1179 = extractelement <16 x float> %v1006, i64 14
  store float %v1179, ptr %v411, align 4
  %v1180 = extractelement <16 x float> %v1006, i64 15
  store float %v1180, ptr %v413, align 4
  %v1181 = extractelement <16 x float> %v1007, i64 0
  store float %v1181, ptr %v416, align 4
  %v1182 = extractelement <16 x float> %v1007, i64 1
  store float %v1182, ptr %v418, align 4
  %v1183 = extractelement <16 x float> %v1007, i64 2
  store float %v1183, ptr %v420, align 4
  %v1184 = extractelement <16 x float> %v1007, i64 3
  store float %v1184, ptr %v422, align 4
  %v1185 = extractelement <16 x float> %v1007, i64 4
  store float %v1185, ptr %v424, align 4
  %v1186 = extractelement <16 x float> %v1007, i64 5
  store float %v1186, ptr %v426, align 4
  %v1187 = extractelement <16 x float> %v1007, i64 6
  store float %v1187, ptr %v428, align 4
  %v1188 = extractelement <16 x float> %v1007, i64 7
  store float %v1188, ptr %v430, align 4
  %v1189 = extractelement <16 x float> %v1007, i64 8
  store float %v1189, ptr %v432, align 4
  %v1190 = extractelement <16 x float> %v1007, i64 9
  store float %v1190, ptr %v434, align 4
  %v1191 = extractelement <16 x float> %v1007, i64 10
  store float %v1191, ptr %v436, align 4
  %v1192 = extractelement <16 x float> %v1007, i64 11
  store float %v1192, ptr %v438, align 4
  %v1193 = extractelement <16 x float> %v1007, i64 12
  store float %v1193, ptr %v440, align 4
  %v1194 = extractelement <16 x float> %v1007, i64 13
  store float %v1194, ptr %v442, align 4
  %v1195 = extractelement <16 x float> %v1007, i64 14
  store float %v1195, ptr %v444, align 4
  %v1196 = extractelement <16 x float> %v1007, i64 15
  store float %v1196, ptr %v446, align 4
  %v1197 = extractelement <16 x float> %v1008, i64 0
  store float %v1197, ptr %v449, align 4
  %v1198 = extractelement <16 x float> %v1008, i64 1
  store float %v1198, ptr %v451, align 4
  %v1199 = extractelement <16 x float> %v1008, i64 2
  store float %v1199, ptr %v453, align 4
  %v1200 = extractelement <16 x float> %v1008, i64 3
  store float %v1200, ptr %v455, align 4
  %v1201 = extractelement <16 x float> %v1008, i64 4
  store float %v1201, ptr %v457, align 4
  %v1202 = extractelement <16 x float> %v1008, i64 5
  store float %v1202, ptr %v459, align 4
  %v1203 = extractelement <16 x float> %v1008, i64 6
  store float %v1203, ptr %v461, align 4
  %v1204 = extractelement <16 x float> %v1008, i64 7
  store float %v1204, ptr %v463, align 4
  %v1205 = extractelement <16 x float> %v1008, i64 8
  store float %v1205, ptr %v465, align 4
  %v1206 = extractelement <16 x float> %v1008, i64 9
  store float %v1206, ptr %v467, align 4
  %v1207 = extractelement <16 x float> %v1008, i64 10
  store float %v1207, ptr %v469, align 4
  %v1208 = extractelement <16 x float> %v1008, i64 11
  store float %v1208, ptr %v471, align 4
  %v1209 = extractelement <16 x float> %v1008, i64 12
  store float %v1209, ptr %v473, align 4
  %v1210 = extractelement <16 x float> %v1008, i64 13
  store float %v1210, ptr %v475, align 4
  %v1211 = extractelement <16 x float> %v1008, i64 14
  store float %v1211, ptr %v477, align 4
  %v1212 = extractelement <16 x float> %v1008, i64 15
  store float %v1212, ptr %v479, align 4
  %v1213 = extractelement <16 x float> %v1009, i64 0
  store float %v1213, ptr %v482, align 4
  %v1214 = extractelement <16 x float> %v1009, i64 1
  store float %v1214, ptr %v484, align 4
  %v1215 = extractelement <16 x float> %v1009, i64 2
  store float %v1215, ptr %v486, align 4
  %v1216 = extractelement <16 x float> %v1009, i64 3
  store float %v1216, ptr %v488, align 4
  %v1217 = extractelement <16 x float> %v1009, i64 4
  store float %v1217, ptr %v490, align 4
  %v1218 = extractelement <16 x float> %v1009, i64 5
  store float %v1218, ptr %v492, align 4
  %v1219 = extractelement <16 x float> %v1009, i64 6
  store float %v1219, ptr %v494, align 4
  %v1220 = extractelement <16 x float> %v1009, i64 7
  store float %v1220, ptr %v496, align 4
  %v1221 = extractelement <16 x float> %v1009, i64 8
  store float %v1221, ptr %v498, align 4
  %v1222 = extractelement <16 x float> %v1009, i64 9
  store float %v1222, ptr %v500, align 4
  %v1223 = extractelement <16 x float> %v1009, i64 10
  store float %v1223, ptr %v502, align 4
  %v1224 = extractelement <16 x float> %v1009, i64 11
  store float %v1224, ptr %v504, align 4
  %v1225 = extractelement <16 x float> %v1009, i64 12
  store float %v1225, ptr %v506, align 4
  %v1226 = extractelement <16 x float> %v1009, i64 13
  store float %v1226, ptr %v508, align 4
  %v1227 = extractelement <16 x float> %v1009, i64 14
  store float %v1227, ptr %v510, align 4
  %v1228 = extractelement <16 x float> %v1009, i64 15
  store float %v1228, ptr %v512, align 4
  %v1229 = extractelement <16 x float> %v1010, i64 0
  store float %v1229, ptr %v515, align 4
  %v1230 = extractelement <16 x float> %v1010, i64 1
  store float %v1230, ptr %v517, align 4
  %v1231 = extractelement <16 x float> %v1010, i64 2
  store float %v1231, ptr %v519, align 4
  %v1232 = extractelement <16 x float> %v1010, i64 3
  store float %v1232, ptr %v521, align 4
  %v1233 = extractelement <16 x float> %v1010, i64 4
  store float %v1233, ptr %v523, align 4
  %v1234 = extractelement <16 x float> %v1010, i64 5
  store float %v1234, ptr %v525, align 4
  %v1235 = extractelement <16 x float> %v1010, i64 6
  store float %v1235, ptr %v527, align 4
  %v1236 = extractelement <16 x float> %v1010, i64 7
  store float %v1236, ptr %v529, align 4
  %v1237 = extractelement <16 x float> %v1010, i64 8
  store float %v1237, ptr %v531, align 4
  %v1238 = extractelement <16 x float> %v1010, i64 9
  store float %v1238, ptr %v533, align 4
  %v1239 = extractelement <16 x float> %v1010, i64 10
  store float %v1239, ptr %v535, align 4
  %v1240 = extractelement <16 x float> %v1010, i64 11
  store float %v1240, ptr %v537, align 4
  %v1241 = extractelement <16 x float> %v1010, i64 12
  store float %v1241, ptr %v539, align 4
  %v1242 = extractelement <16 x float> %v1010, i64 13
  store float %v1242, ptr %v541, align 4
  %v1243 = extractelement <16 x float> %v1010, i64 14
  store float %v1243, ptr %v543, align 4
  %v1244 = extractelement <16 x float> %v1010, i64 15
  store float %v1244, ptr %v545, align 4
  %v1245 = extractelement <16 x float> %v1011, i64 0
  store float %v1245, ptr %v548, align 4
  %v1246 = extractelement <16 x float> %v1011, i64 1
  store float %v1246, ptr %v550, align 4
  %v1247 = extractelement <16 x float> %v1011, i64 2
  store float %v1247, ptr %v552, align 4
  %v1248 = extractelement <16 x float> %v1011, i64 3
  store float %v1248, ptr %v554, align 4
  %v1249 = extractelement <16 x float> %v1011, i64 4
  store float %v1249, ptr %v556, align 4
  %v1250 = extractelement <16 x float> %v1011, i64 5
  store float %v1250, ptr %v558, align 4
  %v1251 = extractelement <16 x float> %v1011, i64 6
  store float %v1251, ptr %v560, align 4
  %v1252 = extractelement <16 x float> %v1011, i64 7
  store float %v1252, ptr %v562, align 4
  %v1253 = extractelement <16 x float> %v1011, i64 8
  store float %v1253, ptr %v564, align 4
  %v1254 = extractelement <16 x float> %v1011, i64 9
  store float %v1254, ptr %v566, align 4
  %v1255 = extractelement <16 x float> %v1011, i64 10
  store float %v1255, ptr %v568, align 4
  %v1256 = extractelement <16 x float> %v1011, i64 11
  store float %v1256, ptr %v570, align 4
  %v1257 = extractelement <16 x float> %v1011, i64 12
  store float %v1257, ptr %v572, align 4
  %v1258 = extractelement <16 x float> %v1011, i64 13
  store float %v1258, ptr %v574, align 4
  %v1259 = extractelement <16 x float> %v1011, i64 14
  store float %v1259, ptr %v576, align 4
  %v1260 = extractelement <16 x float> %v1011, i64 15
  store float %v1260, ptr %v578, align 4
  %v1261 = extractelement <16 x float> %v1012, i64 0
  store float %v1261, ptr %v581, align 4
  %v1262 = extractelement <16 x float> %v1012, i64 1
  store float %v1262, ptr %v583, align 4
  %v1263 = extractelement <16 x float> %v1012, i64 2
  store float %v1263, ptr %v585, align 4
  %v1264 = extractelement <16 x float> %v1012, i64 3
  store float %v1264, ptr %v587, align 4
  %v1265 = extractelement <16 x float> %v1012, i64 4
  store float %v1265, ptr %v589, align 4
  %v1266 = extractelement <16 x float> %v1012, i64 5
  store float %v1266, ptr %v591, align 4
  %v1267 = extractelement <16 x float> %v1012, i64 6
  store float %v1267, ptr %v593, align 4
  %v1268 = extractelement <16 x float> %v1012, i64 7
  store float %v1268, ptr %v595, align 4
  %v1269 = extractelement <16 x float> %v1012, i64 8
  store float %v1269, ptr %v597, align 4
  %v1270 = extractelement <16 x float> %v1012, i64 9
  store float %v1270, ptr %v599, align 4
  %v1271 = extractelement <16 x float> %v1012, i64 10
  store float %v1271, ptr %v601, align 4
  %v1272 = extractelement <16 x float> %v1012, i64 11
  store float %v1272, ptr %v603, align 4
  %v1273 = extractelement <16 x float> %v1012, i64 12
  store float %v1273, ptr %v605, align 4
  %v1274 = extractelement <16 x float> %v1012, i64 13
  store float %v1274, ptr %v607, align 4
  %v1275 = extractelement <16 x float> %v1012, i64 14
  store float %v1275, ptr %v609, align 4
  %v1276 = extractelement <16 x float> %v1012, i64 15
  store float %v1276, ptr %v611, align 4
  %v1277 = extractelement <16 x float> %v1013, i64 0
  store float %v1277, ptr %v614, align 4
  %v1278 = extractelement <16 x float> %v1013, i64 1
  store float %v1278, ptr %v616, align 4
  %v1279 = extractelement <16 x float> %v1013, i64 2
  store float %v1279, ptr %v618, align 4
  %v1280 = extractelement <16 x float> %v1013, i64 3
  store float %v1280, ptr %v620, align 4
  %v1281 = extractelement <16 x float> %v1013, i64 4
  store float %v1281, ptr %v622, align 4
  %v1282 = extractelement <16 x float> %v1013, i64 5
  store float %v1282, ptr %v624, align 4
  %v1283 = extractelement <16 x float> %v1013, i64 6
  store float %v1283, ptr %v626, align 4
  %v1284 = extractelement <16 x float> %v1013, i64 7
  store float %v1284, ptr %v628, align 4
  %v1285 = extractelement <16 x float> %v1013, i64 8
  store float %v1285, ptr %v630, align 4
  %v1286 = extractelement <16 x float> %v1013, i64 9
  store float %v1286, ptr %v632, align 4
  %v1287 = extractelement <16 x float> %v1013, i64 10
  store float %v1287, ptr %v634, align 4
  %v1288 = extractelement <16 x float> %v1013, i64 11
  store float %v1288, ptr %v636, align 4
  %v1289 = extractelement <16 x float> %v1013, i64 12
  store float %v1289, ptr %v638, align 4
  %v1290 = extractelement <16 x float> %v1013, i64 13
  store float %v1290, ptr %v640, align 4
  %v1291 = extractelement <16 x float> %v1013, i64 14
  store float %v1291, ptr %v642, align 4
  %v1292 = extractelement <16 x float> %v1013, i64 15
  store float %v1292, ptr %v644, align 4
  %v1293 = extractelement <16 x float> %v1014, i64 0
  store float %v1293, ptr %v647, align 4
  %v1294 = extractelement <16 x float> %v1014, i64 1
  store float %v1294, ptr %v649, align 4
  %v1295 = extractelement <16 x float> %v1014, i64 2
  store float %v1295, ptr %v651, align 4
  %v1296 = extractelement <16 x float> %v1014, i64 3
  store float %v1296, ptr %v653, align 4
  %v1297 = extractelement <16 x float> %v1014, i64 4
  store float %v1297, ptr %v655, align 4
  %v1298 = extractelement <16 x float> %v1014, i64 5
  store float %v1298, ptr %v657, align 4
  %v1299 = extractelement <16 x float> %v1014, i64 6
  store float %v1299, ptr %v659, align 4
  %v1300 = extractelement <16 x float> %v1014, i64 7
  store float %v1300, ptr %v661, align 4
  %v1301 = extractelement <16 x float> %v1014, i64 8
  store float %v1301, ptr %v663, align 4
  %v1302 = extractelement <16 x float> %v1014, i64 9
  store float %v1302, ptr %v665, align 4
  %v1303 = extractelement <16 x float> %v1014, i64 10
  store float %v1303, ptr %v667, align 4
  %v1304 = extractelement <16 x float> %v1014, i64 11
  store float %v1304, ptr %v669, align 4
  %v1305 = extractelement <16 x float> %v1014, i64 12
  store float %v1305, ptr %v671, align 4
  %v1306 = extractelement <16 x float> %v1014, i64 13
  store float %v1306, ptr %v673, align 4
  %v1307 = extractelement <16 x float> %v1014, i64 14
  store float %v1307, ptr %v675, align 4
  %v1308 = extractelement <16 x float> %v1014, i64 15
  store float %v1308, ptr %v677, align 4
  %v1309 = extractelement <16 x float> %v1015, i64 0
  store float %v1309, ptr %v680, align 4
  %v1310 = extractelement <16 x float> %v1015, i64 1
  store float %v1310, ptr %v682, align 4
  %v1311 = extractelement <16 x float> %v1015, i64 2
  store float %v1311, ptr %v684, align 4
  %v1312 = extractelement <16 x float> %v1015, i64 3
  store float %v1312, ptr %v686, align 4
  %v1313 = extractelement <16 x float> %v1015, i64 4
  store float %v1313, ptr %v688, align 4
  %v1314 = extractelement <16 x float> %v1015, i64 5
  store float %v1314, ptr %v690, align 4
  %v1315 = extractelement <16 x float> %v1015, i64 6
  store float %v1315, ptr %v692, align 4
  %v1316 = extractelement <16 x float> %v1015, i64 7
  store float %v1316, ptr %v694, align 4
  %v1317 = extractelement <16 x float> %v1015, i64 8
  store float %v1317, ptr %v696, align 4
  %v1318 = extractelement <16 x float> %v1015, i64 9
  store float %v1318, ptr %v698, align 4
  %v1319 = extractelement <16 x float> %v1015, i64 10
  store float %v1319, ptr %v700, align 4
  %v1320 = extractelement <16 x float> %v1015, i64 11
  store float %v1320, ptr %v702, align 4
  %v1321 = extractelement <16 x float> %v1015, i64 12
  store float %v1321, ptr %v704, align 4
  %v1322 = extractelement <16 x float> %v1015, i64 13
  store float %v1322, ptr %v706, align 4
  %v1323 = extractelement <16 x float> %v1015, i64 14
  store float %v1323, ptr %v708, align 4
  %v1324 = extractelement <16 x float> %v1015, i64 15
  store float %v1324, ptr %v710, align 4
  %v1325 = extractelement <16 x float> %v1016, i64 0
  store float %v1325, ptr %v713, align 4
  %v1326 = extractelement <16 x float> %v1016, i64 1
  store float %v1326, ptr %v715, align 4
  %v1327 = extractelement <16 x float> %v1016, i64 2
  store float %v1327, ptr %v717, align 4
  %v1328 = extractelement <16 x float> %v1016, i64 3
  store float %v1328, ptr %v719, align 4
  %v1329 = extractelement <16 x float> %v1016, i64 4
  store float %v1329, ptr %v721, align 4
  %v1330 = extractelement <16 x float> %v1016, i64 5
  store float %v1330, ptr %v723, align 4
  %v1331 = extractelement <16 x float> %v1016, i64 6
  store float %v1331, ptr %v725, align 4
  %v1332 = extractelement <16 x float> %v1016, i64 7
  store float %v1332, ptr %v727, align 4
  %v1333 = extractelement <16 x float> %v1016, i64 8
  store float %v1333, ptr %v729, align 4
  %v1334 = extractelement <16 x float> %v1016, i64 9
  store float %v1334, ptr %v731, align 4
  %v1335 = extractelement <16 x float> %v1016, i64 10
  store float %v1335, ptr %v733, align 4
  %v1336 = extractelement <16 x float> %v1016, i64 11
  store float %v1336, ptr %v735, align 4
  %v1337 = extractelement <16 x float> %v1016, i64 12
  store float %v1337, ptr %v737, align 4
  %v1338 = extractelement <16 x float> %v1016, i64 13
  store float %v1338, ptr %v739, align 4
  %v1339 = extractelement <16 x float> %v1016, i64 14
  store float %v1339, ptr %v741, align 4
  %v1340 = extractelement <16 x float> %v1016, i64 15
  store float %v1340, ptr %v743, align 4
  %v1341 = extractelement <16 x float> %v1017, i64 0
  store float %v1341, ptr %v746, align 4
  %v1342 = extractelement <16 x float> %v1017, i64 1
  store float %v1342, ptr %v748, align 4
  %v1343 = extractelement <16 x float> %v1017, i64 2
  store float %v1343, ptr %v750, align 4
  %v1344 = extractelement <16 x float> %v1017, i64 3
  store float %v1344, ptr %v752, align 4
  %v1345 = extractelement <16 x float> %v1017, i64 4
  store float %v1345, ptr %v754, align 4
  %v1346 = extractelement <16 x float> %v1017, i64 5
  store float %v1346, ptr %v756, align 4
  %v1347 = extractelement <16 x float> %v1017, i64 6
  store float %v1347, ptr %v758, align 4
  %v1348 = extractelement <16 x float> %v1017, i64 7
  store float %v1348, ptr %v760, align 4
  %v1349 = extractelement <16 x float> %v1017, i64 8
  store float %v1349, ptr %v762, align 4
  %v1350 = extractelement <16 x float> %v1017, i64 9
  store float %v1350, ptr %v764, align 4
  %v1351 = extractelement <16 x float> %v1017, i64 10
  store float %v1351, ptr %v766, align 4
  %v1352 = extractelement <16 x float> %v1017, i64 11
  store float %v1352, ptr %v768, align 4
  %v1353 = extractelement <16 x float> %v1017, i64 12
  store float %v1353, ptr %v770, align 4
  %v1354 = extractelement <16 x float> %v1017, i64 13
  store float %v1354, ptr %v772, align 4
  %v1355 = extractelement <16 x float> %v1017, i64 14
  store float %v1355, ptr %v774, align 4
  %v1356 = extractelement <16 x float> %v1017, i64 15
  store float %v1356, ptr %v776, align 4
  %v1357 = extractelement <16 x float> %v1018, i64 0
  store float %v1357, ptr %v779, align 4
  %v1358 = extractelement <16 x float> %v1018, i64 1
  store float %v1358, ptr %v781, align 4
  %v1359 = extractelement <16 x float> %v1018, i64 2
  store float %v1359, ptr %v783, align 4
  %v1360 = extractelement <16 x float> %v1018, i64 3
  store float %v1360, ptr %v785, align 4
  %v1361 = extractelement <16 x float> %v1018, i64 4
  store float %v1361, ptr %v787, align 4
  %v1362 = extractelement <16 x float> %v1018, i64 5
  store float %v1362, ptr %v789, align 4
  %v1363 = extractelement <16 x float> %v1018, i64 6
  store float %v1363, ptr %v791, align 4
  %v1364 = extractelement <16 x float> %v1018, i64 7
  store float %v1364, ptr %v793, align 4
  %v1365 = extractelement <16 x float> %v1018, i64 8
  store float %v1365, ptr %v795, align 4
  %v1366 = extractelement <16 x float> %v1018, i64 9
  store float %v1366, ptr %v797, align 4
  %v1367 = extractelement <16 x float> %v1018, i64 10
  store float %v1367, ptr %v799, align 4
  %v1368 = extractelement <16 x float> %v1018, i64 11
  store float %v1368, ptr %v801, align 4
  %v1369 = extractelement <16 x float> %v1018, i64 12
  store float %v1369, ptr %v803, align 4
  %v1370 = extractelement <16 x float> %v1018, i64 13
  store float %v1370, ptr %v805, align 4
  %v1371 = extractelement <16 x float> %v1018, i64 14
  store float %v1371, ptr %v807, align 4
  %v1372 = extractelement <16 x float> %v1018, i64 15
  store float %v1372, ptr %v809, align 4
  %v1373 = extractelement <16 x float> %v1019, i64 0
  store float %v1373, ptr %v812, align 4
  %v1374 = extractelement <16 x float> %v1019, i64 1
  store float %v1374, ptr %v814, align 4
  %v1375 = extractelement <16 x float> %v1019, i64 2
  store float %v1375, ptr %v816, align 4
  %v1376 = extractelement <16 x float> %v1019, i64 3
  store float %v1376, ptr %v818, align 4
  %v1377 = extractelement <16 x float> %v1019, i64 4
  store float %v1377, ptr %v820, align 4
  %v1378 = extractelement <16 x float> %v1019, i64 5
  store float %v1378, ptr %v822, align 4
  %v1379 = extractelement <16 x float> %v1019, i64 6
  store float %v1379, ptr %v824, align 4
  %v1380 = extractelement <16 x float> %v1019, i64 7
  store float %v1380, ptr %v826, align 4
  %v1381 = extractelement <16 x float> %v1019, i64 8
  store float %v1381, ptr %v828, align 4
  %v1382 = extractelement <16 x float> %v1019, i64 9
  store float %v1382, ptr %v830, align 4
  %v1383 = extractelement <16 x float> %v1019, i64 10
  store float %v1383, ptr %v832, align 4
  %v1384 = extractelement <16 x float> %v1019, i64 11
  store float %v1384, ptr %v834, align 4
  %v1385 = extractelement <16 x float> %v1019, i64 12
  store float %v1385, ptr %v836, align 4
  %v1386 = extractelement <16 x float> %v1019, i64 13
  store float %v1386, ptr %v838, align 4
  %v1387 = extractelement <16 x float> %v1019, i64 14
  store float %v1387, ptr %v840, align 4
  %v1388 = extractelement <16 x float> %v1019, i64 15
  store float %v1388, ptr %v842, align 4
  %v1389 = extractelement <16 x float> %v1020, i64 0
  store float %v1389, ptr %v845, align 4
  %v1390 = extractelement <16 x float> %v1020, i64 1
  store float %v1390, ptr %v847, align 4
  %v1391 = extractelement <16 x float> %v1020, i64 2
  store float %v1391, ptr %v849, align 4
  %v1392 = extractelement <16 x float> %v1020, i64 3
  store float %v1392, ptr %v851, align 4
  %v1393 = extractelement <16 x float> %v1020, i64 4
  store float %v1393, ptr %v853, align 4
  %v1394 = extractelement <16 x float> %v1020, i64 5
  store float %v1394, ptr %v855, align 4
  %v1395 = extractelement <16 x float> %v1020, i64 6
  store float %v1395, ptr %v857, align 4
  %v1396 = extractelement <16 x float> %v1020, i64 7
  store float %v1396, ptr %v859, align 4
  %v1397 = extractelement <16 x float> %v1020, i64 8
  store float %v1397, ptr %v861, align 4
  %v1398 = extractelement <16 x float> %v1020, i64 9
  store float %v1398, ptr %v863, align 4
  %v1399 = extractelement <16 x float> %v1020, i64 10
  store float %v1399, ptr %v865, align 4
  %v1400 = extractelement <16 x float> %v1020, i64 11
  store float %v1400, ptr %v867, align 4
  %v1401 = extractelement <16 x float> %v1020, i64 12
  store float %v1401, ptr %v869, align 4
  %v1402 = extractelement <16 x float> %v1020, i64 13
  store float %v1402, ptr %v871, align 4
  %v1403 = extractelement <16 x float> %v1020, i64 14
  store float %v1403, ptr %v873, align 4
  %v1404 = extractelement <16 x float> %v1020, i64 15
  store float %v1404, ptr %v875, align 4
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
